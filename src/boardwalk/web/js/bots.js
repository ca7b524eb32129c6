// What bots are called on the page.

const NAMES = { random: "Random moves", beginner: "Beginner", easy: "Easy", medium: "Medium", hard: "Hard" };

export const USUAL = "easy"; // who plays unless somebody else is chosen

/** A bot's name for people; bots of other packages go by their own. */
export function botName(bot) {
  return NAMES[bot] ?? bot;
}

/** How a seat is described that a bot plays. */
export function botNote(bot) {
  return bot ? `bot · ${botName(bot).toLowerCase()}` : "bot";
}
