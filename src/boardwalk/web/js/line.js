// The expected course of a game in words.

const MOST = 6; // actions

/** `line` is that of a hint or of a judged decision; what a player does several times in a row is told with one name. */
export function lineWords(line, seats) {
  const turns = [];
  for (const { seat, label } of line.slice(0, MOST)) {
    if (turns.at(-1)?.seat === seat) turns.at(-1).labels.push(label);
    else turns.push({ seat, labels: [label] });
  }
  return turns.map(({ seat, labels }) => (seats.length > 1 ? `${seats[seat].name}: ` : "") + labels.join(", ")).join("; ");
}
