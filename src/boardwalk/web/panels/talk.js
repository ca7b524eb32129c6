// What people say to each other: a button in the list of players, behind it phrases and the newest messages, and at a
// player's name for some seconds what the player has just said.

/** @import { Phrase, RoomInfo, Said } from "../state/protocol" */
/** @import { Dispatch, GameState, Talk } from "../state/types" */

import { play } from "../board/sound.js";
import { toneClass } from "../parts/templates.js";
import { html, live, nothing, repeat } from "../parts/vendor/lit-html.js";
import { setting } from "../state/memory.js";
import { audible, mayTalk, mutable, newest, newestFrom, unseen } from "../state/talk.js";
import { AUDIENCE } from "../state/views.js";

const LONGEST = 140; // characters of free text

/** @param {Talk} talk @param {Said} said @returns {Phrase | undefined} */
const phraseOf = ({ phrases }, said) => phrases.find((phrase) => phrase.key === said.phrase);

/** A message as a sentence. @param {Talk} talk @param {Said} said */
function sentence(talk, said) {
  const phrase = phraseOf(talk, said);
  return phrase?.picture ? `${said.name} ${phrase.words}` : `${said.name}: ${phrase?.words ?? said.text}`;
}

/** @param {Phrase} phrase */
const picture = ({ picture, words }) => html`<span class="emote" role="img" aria-label=${words}>${picture}</span>`;

/** What a message says. @param {Talk} talk @param {Said} said */
function words(talk, said) {
  const phrase = phraseOf(talk, said);
  return phrase?.picture ? picture(phrase) : (phrase?.words ?? said.text);
}

/** What the player at a seat has just said; it goes away by itself. The announcement is for those who do not see it.
 *  @param {GameState} state @param {number} seat */
export function bubble(state, seat) {
  const { talk, held } = state;
  const said = newestFrom(state, seat);
  const sound = () => held.includes(seat) || play("slide");
  return repeat(
    talk && said ? [said] : [],
    (one) => one.number,
    (one) =>
      html`<span class="bubble" aria-hidden="true" @animationstart=${sound}>${talk ? words(talk, one) : nothing}</span>`,
  );
}

/** @param {GameState} state @param {Dispatch} dispatch @param {RoomInfo} room */
export function talkPanel(state, dispatch, room) {
  const { talk } = state;
  if (!talk || !mayTalk(state)) return nothing;
  const count = unseen(state);
  const heard = newest(state);
  const close = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !talk.open) return;
    event.preventDefault();
    dispatch({ do: "talk", open: false });
    /** @type {HTMLElement} */ (event.currentTarget).querySelector("button")?.focus();
  };
  return html`
    <section class="talk" aria-label="Messages" @keydown=${close}>
      <button type="button" class="button small" aria-expanded=${talk.open} aria-controls="talk"
        @click=${() => dispatch({ do: "talk", open: !talk.open })}><span>Messages</span>${count ? html`<b class="unseen">${count} new</b>` : nothing}</button>
      <p class="off" role="status" aria-live="polite">${heard ? sentence(talk, heard) : ""}</p>
      <div id="talk" class="talk-open" ?hidden=${!talk.open}>${talk.open ? opened(state, talk, dispatch, room) : nothing}</div>
    </section>`;
}

/** @param {GameState} state @param {Talk} talk @param {Dispatch} dispatch @param {RoomInfo} room */
function opened(state, talk, dispatch, room) {
  const { held } = state;
  const said = audible(talk);
  const maker = held.some((seat) => room.seats[seat].maker);
  return html`
    ${said.length ? html`<div class="talk-log" tabindex="0" role="group" aria-label="What was said"><ol>${said.map((one) => line(talk, one, room))}</ol></div>` : nothing}
    ${[false, true].map((emote) => phrases(talk, dispatch, emote))}
    ${room.free_text ? textForm(dispatch) : nothing}
    ${maker ? allowance(dispatch, room) : nothing}
    <div class="row talk-mute" role="group" aria-label="Mute">
      <span class="muted">Mute</span>${mutable(state).map(
        ([who, name]) => html`<button type="button" class="button tiny" aria-pressed=${talk.muted.has(who)}
          @click=${() => dispatch({ do: "mute", who })}><span>${name}</span></button>`,
      )}
    </div>
    <p class="about">${held.length ? "Spectators can read the players' phrases." : "Players do not see what spectators say."}</p>`;
}

/** @param {Talk} talk @param {Said} said @param {RoomInfo} room */
function line(talk, said, room) {
  const watching = said.seat === AUDIENCE;
  const tone = room.seats[said.seat]?.tone ?? -1;
  return html`<li><b class=${toneClass(tone)}>${said.name}</b>${watching ? html` <span class="muted">watching</span>` : nothing} ${words(talk, said)}</li>`;
}

/** @param {Talk} talk @param {Dispatch} dispatch @param {boolean} emotes */
function phrases(talk, dispatch, emotes) {
  const some = talk.phrases.filter((phrase) => Boolean(phrase.picture) === emotes);
  return html`
    <div class="phrases" role="group" aria-label=${emotes ? "Emotes" : "Phrases"}>
      ${some.map(
        (phrase) => html`<button type="button" class="button tiny" data-phrase=${phrase.key}
          @click=${() => dispatch({ do: "tell", phrase: phrase.key, name: setting("name", "") })}><span>${emotes ? picture(phrase) : phrase.words}</span></button>`,
      )}
    </div>`;
}

/** @param {Dispatch} dispatch */
function textForm(dispatch) {
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (event.target).elements.namedItem("text")
    );
    if (field.value.trim()) dispatch({ do: "tell", text: field.value, name: setting("name", "") });
    field.value = "";
  };
  return html`
    <form class="row" @submit=${send}>
      <input name="text" aria-label="Your message" placeholder="Your message" maxlength=${LONGEST} autocomplete="off">
      <button type="submit" class="button small"><span>Send</span></button>
    </form>`;
}

/** For the maker of the room. @param {Dispatch} dispatch @param {RoomInfo} room */
function allowance(dispatch, room) {
  const change = (/** @type {Event} */ { target }) =>
    dispatch({ do: "allow", freeText: /** @type {HTMLInputElement} */ (target).checked });
  return html`<label class="check"><input type="checkbox" .checked=${live(room.free_text)}
    @change=${change}><span>Let people type their own messages</span></label>`;
}
