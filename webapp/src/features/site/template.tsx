/**
 * Parts of a page that are known only when it is sent. In the browser these are plain lists and conditions. In
 * prerendering, values are marks (`{{name}}`), and lists and conditions become the server's section marks
 * (edge/site/page_template.h).
 */
import { Fragment, type ReactNode } from 'react';

const MARK = /^\{\{([\w.]+)\}\}$/;
const LIST = Symbol('the path of a list of marks');

/** A list that represents the server's list at `path`; `item` is the template of an item. */
export const markedList = <T,>(path: string, item: T): T[] => Object.assign([item], { [LIST]: path });

const pathOfList = (list: readonly unknown[]): string | undefined => (list as { [LIST]?: string })[LIST];
const pathOf = (value: unknown): string | undefined =>
  Array.isArray(value) ? pathOfList(value) : typeof value === 'string' ? MARK.exec(value)?.[1] : undefined;

const open = (path: string) => `{{#${path}}}`;
const given = (path: string) => `{{?${path}}}`;
const unless = (path: string) => `{{^${path}}}`;
const close = (path: string) => `{{/${path}}}`;

/** Each item, in a fragment. */
export function Each<T>({ of: list, children }: { of: readonly T[]; children: (item: T, index: number) => ReactNode }) {
  if (import.meta.env.SSR) {
    const path = pathOfList(list);
    const [item] = list;
    if (path !== undefined && item !== undefined) {
      return (
        <>
          {open(path)}
          {children(item, 0)}
          {close(path)}
        </>
      );
    }
  }
  return list.map((item, index) => <Fragment key={index}>{children(item, index)}</Fragment>);
}

/** The children if `value` is not empty, else `otherwise`. */
export function When({
  value,
  otherwise = null,
  children,
}: {
  value: unknown;
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  if (import.meta.env.SSR) {
    const path = pathOf(value);
    if (path !== undefined) {
      return (
        <>
          {given(path)}
          {children}
          {close(path)}
          {otherwise !== null && unless(path)}
          {otherwise}
          {otherwise !== null && close(path)}
        </>
      );
    }
  }
  return (Array.isArray(value) ? value.length > 0 : value) ? children : otherwise;
}
