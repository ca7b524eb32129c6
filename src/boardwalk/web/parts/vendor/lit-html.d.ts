// What lit-html.js exports, as the page uses it.

export interface TemplateResult {
  readonly _$litType$: 1 | 2;
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}

/** A template of HTML. A value may be text, a template, a node, a list of these, or `nothing`. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** A template of what stands within an `<svg>`; a whole `<svg>` is HTML. */
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** No child, or no attribute. */
export const nothing: unique symbol;

/** Makes the node's children those of the template; what another render made is updated, what stood there before is kept before it. */
export function render(value: unknown, container: HTMLElement | SVGElement | DocumentFragment, options?: { renderBefore?: ChildNode | null }): void;

/** A list whose elements stay those of their items, by key, wherever these move to. */
export function repeat<T>(items: Iterable<T>, key: (item: T, index: number) => unknown, template: (item: T, index: number) => unknown): unknown;

/** Sets a field's property if the field itself differs: a person may have changed it since the last render. */
export function live(value: unknown): unknown;
