import { type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql';
import type { Page, PageInfo } from './page';

/** A cursor is signed. */
const cursorCost = { cost: 20 } as const;

@ObjectType('PageInfo', {
  description:
    'Where a page stands in its list (GraphQL Cursor Connections Specification, and page numbers).',
  simpleResolvers: true,
})
export class PageInfoType implements PageInfo {
  @Field(() => Boolean, { description: 'True where more items follow.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'True where items precede.' })
  hasPreviousPage!: boolean;

  @Extensions(cursorCost)
  @Field(() => String, { nullable: true, description: 'Of the first item; null on an empty page.' })
  startCursor!: string | null;

  @Extensions(cursorCost)
  @Field(() => String, { nullable: true, description: 'Of the last item; null on an empty page.' })
  endCursor!: string | null;

  @Extensions(cursorCost)
  @Field(() => String, {
    description:
      'In front of the first item of all: with it as `after`, every `page` is of the list as it is now.',
  })
  listCursor!: string;

  @Field(() => Int, { description: 'Number of this page, from 1, counted from `after`.' })
  page!: number;

  @Field(() => Int, { description: 'Number of the last page behind `after`; at least 1.' })
  lastPage!: number;

  @Field(() => Int, { description: 'Most items of a page, after a limit of 1000.' })
  pageSize!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Place of the first item in the list, from 1; null on an empty page.',
  })
  from!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Place of the last item in the list; null on an empty page.',
  })
  to!: number | null;
}

/**
 * The GraphQL type of a page of some nodes: `<name>Connection` with its `<name>Edge`.
 *
 * @param things what the nodes are, for people: `campaigns`
 */
export function connectionOf<Node extends object>(
  name: string,
  things: string,
  node: () => ClassType<Node>,
): ClassType<Page<Node>> {
  @ObjectType(`${name}Edge`, {
    description: `One of the ${things} and its place in the list.`,
    simpleResolvers: true,
  })
  class Edge {
    @Field(node, { description: 'The item.' })
    node!: Node;

    @Extensions(cursorCost)
    @Field(() => String, { description: 'As `after` it begins with the next item. Opaque.' })
    cursor!: string;
  }

  @ObjectType(`${name}Connection`, {
    description: `A page of ${things}, oldest first (GraphQL Cursor Connections Specification).`,
    simpleResolvers: true,
  })
  class Connection implements Page<Node> {
    @Field(() => [Edge], { description: 'The items with their cursors.' })
    edges!: readonly Edge[];

    @Field(() => [node()], { description: 'The items alone.' })
    nodes!: readonly Node[];

    @Field(() => Int, { description: 'Items of the whole list when its cursor was made.' })
    totalCount!: number;

    @Field(() => PageInfoType, { description: 'Where the page stands in the list.' })
    pageInfo!: PageInfoType;
  }
  return Connection;
}
