// The pieces of a board: each keeps its element as long as it is there, and is seen to move.

/** @import { Piece } from "../state/protocol" */

import { set, svg } from "../parts/dom.js";
import { HALF, UNIT, behaviour, markShape, ref } from "./look.js";

const STEP = 170; // ms for a move to a neighbouring cell
const SLIDE = 70; // more for each further cell
const LONGEST = 460;
const FADE = 180;
/** @type {Spot} */
const WHOLE = [0, 0, 1];
const EASE = "cubic-bezier(.3,.05,.25,1)";

/** A place within a cell: how far from its middle, and how large. @typedef {[number, number, number]} Spot */
/** Where a piece is drawn. @typedef {{ x: number, y: number, scale: number }} At */
/** A piece that is shown, and its elements.
 *  @typedef {{ node: SVGElement, body: SVGElement, badge: SVGElement, behind: SVGElement, front: SVGElement, at: At, piece: Piece,
 *    turn: number, looks: string, signs: string }} Shown */
/** What has changed: how long it takes to see, the pieces that left a cell (and where to), those that look different.
 *  @typedef {{ longest: number, left: (Piece & { to: Piece })[], changed: Piece[] }} Moves */
/** How a change is shown. @typedef {{ animate: boolean, pace: number }} How */

/** Where each piece stands within its cell: what lies there steps aside; several who stand there share it. @param {string} theme @param {Piece[]} pieces */
function places(theme, pieces) {
  /** @type {Map<string, Piece[]>} */
  const cells = new Map();
  for (const piece of pieces) {
    const key = `${piece.row},${piece.col}`;
    cells.set(key, [...(cells.get(key) ?? []), piece]);
  }
  /** By the piece's id. @type {Map<string, Spot>} */
  const found = new Map();
  for (const group of cells.values()) {
    const standing = group.filter((piece) => !lies(theme, piece));
    const lying = group.filter((piece) => lies(theme, piece));
    share(standing.length).forEach((place, n) => found.set(standing[n].id, place));
    if (standing.length) {
      /** @type {Spot[]} */
      const corners = [
        [11, -11, 0.56],
        [-11, -11, 0.56],
        [11, 11, 0.56],
        [-11, 11, 0.56],
      ];
      lying.forEach((piece, n) => found.set(piece.id, corners[n % 4]));
    } else share(lying.length).forEach((place, n) => found.set(lying[n].id, place));
  }
  return found;
}

/** @param {string} theme @param {Piece} piece */
const lies = (theme, piece) => behaviour(theme, "piece", piece.shape).lies;

/** @param {number} count @returns {Spot[]} */
function share(count) {
  if (count <= 1) return Array(count).fill([0, 0, 1]);
  if (count === 2)
    return [
      [-9, 0, 0.6],
      [9, 0, 0.6],
    ];
  const side = count <= 4 ? 2 : 3;
  const step = UNIT / side;
  return Array.from({ length: count }, (_, n) => [
    (((n % side) + 0.5) * step - HALF) * 0.92,
    (((Math.floor(n / side) % side) + 0.5) * step - HALF) * 0.92,
    1.05 / side,
  ]);
}

/** @param {At} at */
const transform = ({ x, y, scale }) => `translate(${x}px, ${y}px) scale(${scale})`;

export class Pieces {
  /** @param {SVGElement} layer */
  constructor(layer, larger = 1) {
    this.layer = layer;
    this.larger = larger;
    /** By the piece's id. @type {Map<string, Shown>} */
    this.shown = new Map();
  }

  /** Shows these pieces. Returns how long it will take to see, and the cells that something has left.
   *  @param {string} theme @param {Piece[]} pieces @param {How & { own: string[] }} how */
  update(theme, pieces, { animate, pace, own }) {
    const where = places(theme, pieces);
    /** @type {Moves} */
    const moves = { longest: 0, left: [], changed: [] };
    const gone = new Set(this.shown.keys());
    const order = [...pieces].sort((a, b) => rank(theme, a, where) - rank(theme, b, where));
    /** @type {SVGElement | null} */
    let before = null;
    for (const piece of order) {
      gone.delete(piece.id);
      const [dx, dy, scale] = where.get(piece.id) ?? WHOLE;
      const at = {
        x: piece.col * UNIT + HALF + dx,
        y: piece.row * UNIT + HALF + dy,
        scale: scale * this.larger,
      };
      const one = this.shown.get(piece.id) ?? this.appear(piece, at, animate, pace, moves);
      this.draw(theme, one, piece, animate, pace, moves);
      this.sign(theme, one, [own.includes(piece.id) ? "own" : "", piece.sign].filter(Boolean));
      if (one.at !== at) this.move(one, piece, at, animate, pace, moves);
      one.piece = piece;
      if (before ? before.nextSibling !== one.node : this.layer.firstChild !== one.node) {
        this.layer.insertBefore(one.node, before ? before.nextSibling : this.layer.firstChild);
      }
      before = one.node;
    }
    for (const id of gone) this.vanish(id, animate, pace, moves);
    return moves;
  }

  /** @param {Piece} piece @param {At} at @param {boolean} animate @param {number} pace @param {Moves} moves @returns {Shown} */
  appear(piece, at, animate, pace, moves) {
    const body = svg("use", { class: "body" });
    const badge = svg("g", { class: "badge" });
    const behind = svg("g", {});
    const front = svg("g", {});
    const node = svg(
      "g",
      { class: "piece", "data-id": piece.id, "data-shape": piece.shape },
      behind,
      body,
      badge,
      front,
    );
    node.style.transform = transform(at);
    const one = { node, body, badge, behind, front, at, piece, turn: piece.turn, looks: "", signs: "" };
    this.shown.set(piece.id, one);
    this.layer.append(node);
    if (animate) {
      node.animate({ opacity: [0, 1] }, { duration: FADE / pace, easing: "ease-out" });
      moves.longest = Math.max(moves.longest, FADE / pace);
      moves.changed.push(piece);
    }
    return one;
  }

  /** @param {string} theme @param {Shown} one @param {Piece} piece @param {boolean} animate @param {number} pace @param {Moves} moves */
  draw(theme, one, piece, animate, pace, moves) {
    const { turns, badge } = behaviour(theme, "piece", piece.shape);
    const looks = `${theme} ${piece.shape} ${piece.tone} ${piece.label}`;
    if (one.looks !== looks) {
      if (one.looks && animate && one.piece.shape !== piece.shape) {
        one.node.animate({ opacity: [0.2, 1] }, { duration: (FADE * 1.3) / pace });
        moves.longest = Math.max(moves.longest, FADE / pace);
        moves.changed.push(piece);
      }
      one.looks = looks;
      one.body.setAttribute("href", ref(theme, "piece", piece.shape, piece.tone));
      one.node.dataset.shape = piece.shape;
      one.badge.replaceChildren(...badgeOf(piece, badge));
    }
    if (!turns) return;
    let to = piece.turn;
    while (to - one.turn > 2) to -= 4;
    while (one.turn - to > 2) to += 4;
    const [x, y] = badge ?? [0, 0];
    const [bx, by] = [
      [x, y],
      [-y, x],
      [-x, -y],
      [y, -x],
    ][((to % 4) + 4) % 4];
    if (to !== one.turn && animate) {
      const duration = (STEP * (Math.abs(to - one.turn) > 1 ? 1.4 : 1)) / pace;
      one.body.animate(
        { transform: [`rotate(${one.turn * 90}deg)`, `rotate(${to * 90}deg)`] },
        { duration, easing: EASE },
      );
      moves.longest = Math.max(moves.longest, duration);
    }
    one.turn = to;
    one.body.style.transform = `rotate(${to * 90}deg)`;
    one.badge.style.transform = `translate(${bx - x}px, ${by - y}px)`;
  }

  /** The marks of a piece: that it is the viewer's own, and what the game says of it. @param {string} theme @param {Shown} one @param {string[]} signs */
  sign(theme, one, signs) {
    const key = signs.join();
    if (one.signs === key) return;
    one.signs = key;
    const drawn = (/** @type {boolean} */ behind) =>
      signs
        .filter((sign) => behaviour(theme, "sign", sign).behind === behind)
        .map((sign) => svg("use", { href: ref(theme, "sign", sign, -1), class: `piece-sign ${sign}` }));
    one.behind.replaceChildren(...drawn(true));
    one.front.replaceChildren(...drawn(false));
    set(one.node, { "data-signs": signs.join(" ") || null });
  }

  /** @param {Shown} one @param {Piece} piece @param {At} at @param {boolean} animate @param {number} pace @param {Moves} moves */
  move(one, piece, at, animate, pace, moves) {
    const from = one.at;
    const far = Math.hypot(at.x - from.x, at.y - from.y) / UNIT;
    if (far === 0 && at.scale === from.scale) return;
    one.at = at;
    one.node.style.transform = transform(at);
    if (!animate) return;
    const duration = Math.min(STEP + Math.max(0, far - 1.5) * SLIDE, LONGEST) / pace;
    const easing = far > 1.6 ? "cubic-bezier(.3,.2,.5,1)" : EASE;
    one.node.animate({ transform: [transform(from), transform(at)] }, { duration, easing });
    moves.longest = Math.max(moves.longest, duration);
    if (one.piece.row !== piece.row || one.piece.col !== piece.col) moves.left.push({ ...one.piece, to: piece });
  }

  /** @param {string} id @param {boolean} animate @param {number} pace @param {Moves} moves */
  vanish(id, animate, pace, moves) {
    const one = this.shown.get(id);
    if (!one) return;
    this.shown.delete(id);
    if (!animate) {
      one.node.remove();
      return;
    }
    const fading = one.node.animate({ opacity: [1, 0] }, { duration: FADE / pace, fill: "forwards" });
    fading.finished.then(
      () => one.node.remove(),
      () => one.node.remove(),
    );
    moves.longest = Math.max(moves.longest, FADE / pace);
    moves.changed.push(one.piece);
  }

  /** Everything where it belongs, at once. */
  settle() {
    for (const animation of this.layer.getAnimations?.({ subtree: true }) ?? []) animation.finish();
  }
}

/** What stands is drawn above what lies, unless it lies aside. @param {string} theme @param {Piece} piece @param {Map<string, Spot>} where */
function rank(theme, piece, where) {
  const [x, y, scale] = where.get(piece.id) ?? WHOLE;
  const aside = x || y || scale !== 1 ? 2 : 0;
  return aside + (lies(theme, piece) ? 0 : 1);
}

/** A piece's label or, without one, its seat's mark: never colour alone. @param {Piece} piece @param {Spot | null} badge */
function badgeOf(piece, badge) {
  if (!badge) return [];
  const [x, y, size] = badge;
  if (piece.label) {
    const short = piece.label.length <= 6 ? piece.label : `${piece.label.slice(0, 5)}…`;
    const fitted = short.length < 3 ? size : (size * 2.3) / short.length;
    return [svg("text", { x, y: y + fitted * 0.355, "font-size": fitted, "text-anchor": "middle" }, short)];
  }
  if (piece.tone < 0) return [];
  return [markShape(piece.tone, x, y, size * 0.32, { fill: "var(--bw-on-seat)", "fill-opacity": 0.85 })];
}
