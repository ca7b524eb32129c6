// A text within an address: compressed, after the #, so that no server ever stores it.

const LARGEST = 256 * 1024; // bytes of a text: as many as the server takes

class TooLargeError extends Error {}

/** The bytes that come out of a stream; a `TooLargeError` once they are more than `most`.
 *  @param {CompressionStream | DecompressionStream} stream @param {Uint8Array<ArrayBuffer>} bytes @param {number} [most] */
async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new TooLargeError();
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {string} text */
export async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (let at = 0; at < bytes.length; at += 4096) letters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text again; an error if a part of the address is missing, or if it is far larger than any file. @param {string} code */
export async function unpack(code) {
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(
      await through(new DecompressionStream("deflate-raw"), bytes, LARGEST),
    );
  } catch (error) {
    if (error instanceof TooLargeError) throw new Error("This link holds more than a file may have.");
    throw new Error("This link is incomplete: a part of it was lost on its way.");
  }
}

/** What an address asks for: {shared, text, from}, each a text or empty. @param {string} hash */
export async function wanted(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const code = parts.get("shared") ?? parts.get("text");
  const text = code ? await unpack(code) : "";
  return {
    shared: parts.has("shared") ? text : "",
    text: parts.has("text") ? text : "",
    from: parts.get("from") ?? "",
  };
}

/** @param {string} game @param {string} kind @param {string} text */
export const sharedPath = async (game, kind, text) => `/editor/${game}/${kind}#shared=${await pack(text)}`;
