import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { TablePageInfo } from './table';
import { TablePageInfoType } from './table.type';

/**
 * The GraphQL type of a page of a table: `<name>Table`.
 *
 * @param things what the rows are, for people: `campaigns`
 */
export function tableOf(name: string, things: string, nodeType: () => ClassType) {
  @ObjectType(`${name}Table`, {
    description: `A page of ${things} in an order, as it is now: a later page may have changed.`,
    simpleResolvers: true,
  })
  class TableType {
    @Field(() => [nodeType()], { description: `The ${things}.` })
    nodes!: readonly unknown[];

    @Field(() => Int, { description: 'Rows of all pages.' })
    totalCount!: number;

    @Field(() => TablePageInfoType, { description: 'Where the page stands in the table.' })
    pageInfo!: TablePageInfo;
  }
  return TableType;
}
