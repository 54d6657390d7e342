// What the type checker knows of preact.js: the parts that the page uses.

export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(tree: any, parent: Element): void;
export class Component {
  constructor(props?: any);
  base: any;
  props: any;
  state: any;
  setState(state: object): void;
}
export function useState<T>(initial: T | (() => T)): [T, (value: T) => void];
export function useRef<T>(initial: T): { current: any };
export function useEffect(effect: () => unknown, dependencies?: any[]): void;
export function useLayoutEffect(effect: () => unknown, dependencies?: any[]): void;
