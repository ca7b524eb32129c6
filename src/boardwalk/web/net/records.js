// @ts-check
// Downloading the record of a game that this server can't play.

import * as api from "./api.js";
import { confirm, el, sentence, toast } from "../parts/dom.js";

/** @param {string} room @param {string} token */
export async function saveRecord(room, token) {
  const detail = "It shows what the others had hidden, so this game is not played on, even if that becomes possible again.";
  if (!(await confirm("Download the record?", { yes: "Download", no: "Cancel", detail }))) return;
  try {
    const href = URL.createObjectURL(await api.closedRecord(room, token));
    el("a", { href, download: `${room}.match` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  } catch (/** @type {any} */ error) {
    toast(sentence(error.message), "bad");
  }
}
