import { randomBytes } from 'node:crypto';

/** 32 lower-case hex digits. */
export const anId = () => randomBytes(16).toString('hex');
export const idsOf = (length: number) => Array.from({ length }, anId);

/** One of some items, each as likely. @param items not empty */
export const pick = <Item>(items: readonly Item[]) =>
  items[Math.floor(Math.random() * items.length)]!;
