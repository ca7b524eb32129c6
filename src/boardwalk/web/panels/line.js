// The expected course of a game in words.

const MOST = 6; // actions

/** `line` is that of a hint or of a judged decision; what a player does several times in a row is told with one name.
 *  @param {import("../state/protocol").Expected[]} line @param {{ name: string }[]} seats */
export function lineWords(line, seats) {
  /** @type {{ seat: number, labels: string[] }[]} */
  const turns = [];
  for (const { seat, label } of line.slice(0, MOST)) {
    const last = turns.at(-1);
    if (last?.seat === seat) last.labels.push(label);
    else turns.push({ seat, labels: [label] });
  }
  return turns
    .map(({ seat, labels }) => (seats.length > 1 ? `${seats[seat].name}: ` : "") + labels.join(", "))
    .join("; ");
}
