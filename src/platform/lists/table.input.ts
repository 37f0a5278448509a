import { Field } from 'type-graphql';
import { PositiveIntScalar } from '../graphql/scalars';

/** The arguments of every table that say which page is shown, and in which direction. */
export interface TablePageArgs {
  isDescending?: boolean | null;
  first?: number | null;
  page?: number | null;
}

/** Declares the direction of a table's order. @param leading what comes first by default, for people: `the newest` */
export const DirectionArg = (leading: string) =>
  Field(() => Boolean, { nullable: true, description: `Default: true, ${leading} first.` });

/** Declares how many rows a page has. @param things what the rows are, for people: `Payments` */
export const RowsArg = (things: string, usual: number) =>
  Field(() => PositiveIntScalar, {
    nullable: true,
    defaultValue: usual,
    description: `${things} of a page; default ${usual}, at most 100: more is cut.`,
  });

/** Declares which page is shown. */
export const PageArg = () =>
  Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Which page; default 1. Past the end the page is empty.',
  });

export function readTablePage({ isDescending, first = null, page = null }: TablePageArgs) {
  return { isDescending: isDescending ?? true, first, page };
}
