// Draws any scene as SVG, and keeps it up to date step by step. Knows no game.

/** @import { Overlay, Scene } from "../state/protocol" */
/** @import { Moves } from "./pieces.js" */

import { set, stillness, svg } from "../parts/dom.js";
import { edgeKey, edgeShape, flatTiles, goals, middle, mist, routes, trails } from "./layers.js";
import { FRAME, HALF, LABELS, UNIT, behaviour, hasAccent, load, use } from "./look.js";
import { Pieces } from "./pieces.js";

const BIG = 2500; // boards of more cells are drawn flat
const WIDEST = 92; // pixels a cell
const TRACE = 1000; // ms that what just happened stays lit
const LAYERS = /** @type {const} */ (["tiles", "dark", "fog", "goals", "route", "traces", "trails", "edges", "pieces"]);
let count = 0;

export { stillness };

export class Board {
  constructor() {
    this.id = `mist${(count += 1)}`;
    this.node = svg("svg", { class: "board", "aria-hidden": "true" });
    /** The scene that is shown. @type {Scene | null} */
    this.scene = null;
    this.shape = ""; // what of a scene needs a new drawing if it changes
    this.size = { width: 0, height: 0, left: 0 };
    this.big = false;
    this.layers = newLayers();
    /** Above the drawing, for cells to click. */
    this.top = svg("g", { class: "top-layer" });
    this.pieces = new Pieces(this.layers.pieces);
    /** By key. @type {Map<string, SVGElement>} */
    this.edges = new Map();
    /** By the number of the cell. @type {{ node: SVGElement | null, key: string }[]} */
    this.tileNodes = [];
    /** What points at actions. @type {SVGElement | null} */
    this.pointer = null;
    /** @type {SVGElement | null} */
    this.accents = null;
  }

  /** Shows a scene. Resolves to the time in ms that it takes to see what has changed.
   *  @param {Scene} scene @param {{ animate?: boolean, pace?: number, labels?: boolean }} [how] */
  async show(scene, { animate = true, pace = 1, labels = true } = {}) {
    await load(scene.theme);
    const old = this.scene;
    const shape = `${scene.theme} ${scene.rows} ${scene.cols} ${scene.row_labels.length && labels} ${scene.col_labels.length && labels}`;
    const anew = shape !== this.shape;
    if (anew) this.lay(scene, shape, labels);
    const moving = animate && !anew && !stillness.matches;
    this.scene = scene;
    const changed = (/** @type {keyof Scene} */ name) =>
      anew || !old || JSON.stringify(old[name]) !== JSON.stringify(scene[name]);
    const ground = changed("tiles") || changed("palette");
    if (ground) this.drawTiles(scene);
    const over = changed("overlays");
    if (over) this.drawOverlays(scene);
    if (changed("goal_cells")) this.layers.goals.replaceChildren(...goals(scene));
    const moves = this.pieces.update(scene.theme, scene.pieces, { animate: moving, pace, own: scene.own });
    if (over || changed("pieces")) this.layers.trails.replaceChildren(...trails(scene));
    const walls = this.drawEdges(scene, anew);
    if (!anew && animate) this.leaveTraces(moves, walls);
    const seen = moves.longest || (walls.length || ground || over ? 140 / pace : 0);
    return moving ? seen : Math.min(seen, 140 / pace);
  }

  /** A new drawing: frame, labels, empty layers. @param {Scene} scene @param {string} shape @param {boolean} labels */
  lay(scene, shape, labels) {
    this.shape = shape;
    this.big = scene.rows * scene.cols > BIG;
    const left = FRAME + (labels && scene.row_labels.length ? LABELS : 0);
    const below = FRAME + (labels && scene.col_labels.length ? LABELS : 0);
    const width = left + scene.cols * UNIT + FRAME;
    const height = FRAME + scene.rows * UNIT + below;
    this.size = { width, height, left };
    set(this.node, { viewBox: `0 0 ${width} ${height}`, "data-theme": scene.theme });
    this.node.style.setProperty("--ratio", `${width / height}`);
    this.node.style.setProperty("--widest", `${(width / UNIT) * WIDEST}px`);
    this.layers = newLayers();
    this.top = svg("g", { class: "top-layer" });
    this.edges = new Map();
    this.tileNodes = [];
    this.pieces = new Pieces(this.layers.pieces, this.big ? 1.8 : 1);
    const soft = svg(
      "filter",
      { id: this.id, "color-interpolation-filters": "sRGB" },
      svg("feGaussianBlur", { stdDeviation: 3.2 }),
    );
    this.node.replaceChildren(
      svg("defs", {}, soft),
      svg("rect", { width, height, rx: 12, class: "frame" }),
      svg("g", { class: "labels" }, labels ? this.labelNodes(scene, left, height) : []),
      svg(
        "g",
        { transform: `translate(${left} ${FRAME})` },
        LAYERS.map((name) => this.layers[name]),
        this.top,
      ),
    );
  }

  /** @param {Scene} scene @param {number} left @param {number} height */
  labelNodes(scene, left, height) {
    const every = Math.max(1, Math.floor(Math.max(scene.rows, scene.cols) / 32));
    const size = 12.5 * Math.min(every, 4);
    const label = (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y) =>
      svg("text", { x, y: y + size * 0.355, "font-size": size, "text-anchor": "middle" }, words);
    const some = (/** @type {unknown} */ _, /** @type {number} */ n) => n % every === 0;
    const middleX = (left - FRAME) / 2 + FRAME * 0.6;
    const bottom = height - FRAME * 0.6 - LABELS / 2;
    return [
      ...scene.row_labels.map((words, row) => label(words, middleX, FRAME + row * UNIT + HALF)).filter(some),
      ...scene.col_labels.map((words, col) => label(words, left + col * UNIT + HALF, bottom)).filter(some),
    ];
  }

  /** @param {Scene} scene */
  drawTiles(scene) {
    if (this.big) {
      this.drawFlat(scene);
      return;
    }
    if (!this.tileNodes.length) {
      const ground = svg("rect", { width: scene.cols * UNIT, height: scene.rows * UNIT, fill: "var(--bw-line)" });
      this.layers.tiles.replaceChildren(ground);
      this.tileNodes = scene.tiles.map(() => ({ node: null, key: "" }));
    }
    /** @type {[number, number, string][]} */
    const accents = [];
    scene.tiles.forEach((entry, number) => {
      const tile = scene.palette[entry];
      const { turns, accent } = behaviour(scene.theme, "tile", tile.kind);
      const turn = turns ? tile.turn % 4 : 0;
      const key = `${tile.kind} ${tile.tone} ${turn}`;
      const row = Math.floor(number / scene.cols);
      const col = number % scene.cols;
      const at = this.tileNodes[number];
      if (at.key !== key) {
        const [x, y] = middle(row, col);
        const place = turn ? { transform: `translate(${x} ${y}) rotate(${turn * 90})` } : { x, y };
        const node = use(scene.theme, "tile", tile.kind, tile.tone, { ...place, class: "tile" });
        if (at.node) at.node.replaceWith(node);
        else this.layers.tiles.append(node);
        Object.assign(at, { node, key });
      }
      if (accent && hasAccent(row, col)) accents.push([row, col, accent]);
    });
    this.accents?.remove();
    const drawn = accents.map(([row, col, accent]) => {
      const [x, y] = middle(row, col);
      return use(scene.theme, "tile", accent, -1, { x, y });
    });
    this.accents = svg("g", { class: "accents" }, drawn);
    this.layers.tiles.append(this.accents);
  }

  /** Each kind of tile as one outline. @param {Scene} scene */
  drawFlat(scene) {
    this.layers.tiles.replaceChildren(
      svg("g", { transform: `scale(${UNIT})`, "shape-rendering": "crispEdges" }, flatTiles(scene)),
    );
  }

  /** @param {Scene} scene */
  drawOverlays(scene) {
    this.layers.fog.replaceChildren(...mist(scene, this.id, !this.big));
    const once = (/** @type {Overlay["kind"]} */ kind) => {
      /** @type {Set<string>} */
      const seen = new Set();
      return scene.overlays
        .filter(
          (over) => over.kind === kind && !seen.has(`${over.row},${over.col}`) && seen.add(`${over.row},${over.col}`),
        )
        .map((over) => {
          const [x, y] = middle(over.row, over.col);
          return use(scene.theme, "over", kind, over.tone, { x, y });
        });
    };
    this.layers.dark.replaceChildren(...once("dark"));
    this.layers.route.replaceChildren(...routes(scene), ...once("trace"));
  }

  /** Returns the walls that are new. @param {Scene} scene @param {boolean} anew */
  drawEdges(scene, anew) {
    /** @type {SVGElement[]} */
    const fresh = [];
    const gone = new Set(this.edges.keys());
    for (const edge of scene.edges) {
      const key = edgeKey(edge);
      gone.delete(key);
      if (this.edges.has(key)) continue;
      const node = edgeShape(edge);
      this.edges.set(key, node);
      this.layers.edges.append(node);
      if (!anew) fresh.push(node);
    }
    for (const key of gone) {
      this.edges.get(key)?.remove();
      this.edges.delete(key);
    }
    return fresh;
  }

  /** What just happened stays lit for a second: the cells that pieces have left, what changed, new walls. @param {Moves} moves @param {SVGElement[]} walls */
  leaveTraces(moves, walls) {
    for (const from of moves.left) {
      if (this.big) break;
      const [x, y] = middle(from.row, from.col);
      const [toX, toY] = middle(from.to.row, from.to.col);
      const trace = svg(
        "g",
        { class: `trace-mark tone-${from.tone >= 0 ? from.tone % 4 : "n"}` },
        svg("path", { d: `M${x} ${y}L${toX} ${toY}` }),
        svg("circle", { cx: x, cy: y, r: 5 }),
      );
      this.fade(trace);
    }
    for (const piece of moves.changed) {
      const [cx, cy] = middle(piece.row, piece.col);
      const flash = svg("circle", { cx, cy, r: 17, class: "flash" });
      this.fade(flash, { transform: ["scale(.5)", "scale(1.5)"] }, 520);
    }
    for (const wall of walls) {
      if (!stillness.matches) wall.animate({ opacity: [0, 1] }, { duration: 180 });
      wall.classList.add("new");
      setTimeout(() => wall.classList.remove("new"), TRACE);
    }
  }

  /** @param {SVGElement} node @param {PropertyIndexedKeyframes} [more] */
  fade(node, more = {}, duration = TRACE) {
    this.layers.traces.append(node);
    while (this.layers.traces.childElementCount > 60) this.layers.traces.firstChild?.remove();
    if (!stillness.matches)
      node.animate({ opacity: [0.9, 0], ...more }, { duration, easing: "ease-in", fill: "forwards" });
    setTimeout(() => node.remove(), duration);
  }

  settle() {
    this.pieces.settle();
  }
}

/** @returns {Record<typeof LAYERS[number], SVGGElement>} */
const newLayers = () =>
  /** @type {any} */ (Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })])));
