import { Field, Int, ObjectType } from 'type-graphql';
import type { TablePageInfo } from './table';

@ObjectType('TablePageInfo', {
  description: 'Where a page stands in a table.',
  simpleResolvers: true,
})
export class TablePageInfoType implements TablePageInfo {
  @Field(() => Int, { description: 'Number of this page, from 1.' })
  page!: number;

  @Field(() => Int, { description: 'Number of the last page; at least 1.' })
  lastPage!: number;
}
