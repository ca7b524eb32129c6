// A text within an address: compressed, after the #, so that no server ever stores it.

async function through(stream, bytes) {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}

export async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (let at = 0; at < bytes.length; at += 4096) letters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text again; an error if a part of the address is missing. */
export async function unpack(code) {
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    throw new Error("This link is incomplete: a part of it was lost on its way.");
  }
}

/** What an address asks for: {shared, text, from}, each a text or empty. */
export async function wanted(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const code = parts.get("shared") ?? parts.get("text");
  const text = code ? await unpack(code) : "";
  return { shared: parts.has("shared") ? text : "", text: parts.has("text") ? text : "", from: parts.get("from") ?? "" };
}

export const sharedPath = async (game, kind, text) => `/editor/${game}/${kind}#shared=${await pack(text)}`;
