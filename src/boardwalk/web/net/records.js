// Downloading the record of a match. It is asked for as all else is, since a link can't carry the invite word.

/** @import { RoomInfo } from "../state/protocol" */

import * as api from "./api.js";
import { confirm, el, sentence, toast } from "../parts/dom.js";

/** The record of a finished match. @param {RoomInfo} room */
export function downloadRecord(room) {
  const name = room.match > 1 ? `${room.game}-${room.room}-${room.match}` : `${room.game}-${room.room}`;
  return save(name, () => api.record(room.room, { match: room.match }));
}

/** The record of a match that this server can't play, for the holder of a seat. @param {string} room @param {string} token */
export async function downloadClosedRecord(room, token) {
  const detail =
    "It shows what the others had hidden, so this game is not played on, even if that becomes possible again.";
  if (!(await confirm("Download the record?", { yes: "Download", no: "Cancel", detail }))) return;
  await save(room, () => api.record(room, { token }));
}

/** @param {string} name @param {() => Promise<Blob>} ask */
async function save(name, ask) {
  try {
    const href = URL.createObjectURL(await ask());
    el("a", { href, download: `${name}.match` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  } catch (/** @type {any} */ error) {
    toast(sentence(error.message), "bad");
  }
}
