import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import test from "node:test";

const WEB = new URL("../../src/boardwalk/web/", import.meta.url);
const FOLDERS = ["parts", "state", "net", "board", "panels", "pages"];
const STARTS = ["main.js", "mode.js"]; // what the page itself begins with

test("modules do nothing that needs a browser while they are loaded", async () => {
  for (const folder of FOLDERS) {
    const files = (await readdir(new URL(folder, WEB))).filter(
      (name) => name.endsWith(".js") && !STARTS.includes(name),
    );
    assert.ok(files.length > 0);
    for (const name of files) await import(new URL(`${folder}/${name}`, WEB));
  }
});
