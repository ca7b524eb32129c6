/** What all pages share: the page around them. */
export interface Shell {
  readonly main: HTMLElement;
  /** The game that the page is about, or empty. */
  game: string;
  /** Options that one page hands to the page of that game. */
  brought: { game: string; options: Record<string, unknown> } | null;

  /** Shows a page: a template, or a node. */
  page(content: unknown): void;
  title(words: string): void;
  /** Which game the page is about. */
  where(title: string, game: string): void;
  /** How to play the page's game, or another; with the legend of the board that the page shows. */
  help(game?: string): Promise<void>;
  problem(what: string, more: string, ...buttons: unknown[]): void;
  go(path: string, instead?: boolean): void;
}
