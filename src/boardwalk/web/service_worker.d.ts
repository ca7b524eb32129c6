// What a service worker has, as far as sw.js uses it: TypeScript's own types of workers can't be had beside those of pages.

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response | undefined>): void;
}

interface WindowEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

declare function skipWaiting(): Promise<void>;
