// What bots are called on the page.

/** @type {Record<string, string>} */
const NAMES = { random: "Random moves", beginner: "Beginner", easy: "Easy", medium: "Medium", hard: "Hard" };

export const USUAL = "easy"; // the bot that plays unless another one is chosen

/** A bot's name for people; bots of other packages go by their own. @param {string} bot */
export function botName(bot) {
  return NAMES[bot] ?? bot;
}

/** How a seat is described that a bot plays. @param {string} bot */
export function botNote(bot) {
  return bot ? `bot · ${botName(bot).toLowerCase()}` : "bot";
}
