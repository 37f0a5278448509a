import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars';
import { FiguresType } from './figures.type';

@ObjectType('StatisticsRow', { description: 'Figures of one thing in one part of the time.' })
export class StatisticsRowType {
  @Field(() => DateTimeScalar, { description: 'Where its time begins.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'Where it ends.' })
  to!: Date;

  @Field(() => ID, {
    nullable: true,
    description: 'Id or value of what figures are by; null by time alone, and for the others.',
  })
  key!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the thing, where it has a name that this side may see.',
  })
  name!: string | null;

  @Field(() => Boolean, {
    description: 'True for the row that sums up all keys that are not among the `top`.',
  })
  isOthers!: boolean;

  @Field(() => FiguresType, { description: 'Figures of the row.' })
  figures!: FiguresType;
}

@ObjectType('StatisticsEdge', { description: 'A row and its place.', simpleResolvers: true })
export class StatisticsEdgeType {
  @Field(() => StatisticsRowType, { description: 'The row.' })
  node!: StatisticsRowType;

  @Field(() => String, { description: 'As `after` it begins with the next row. Opaque.' })
  cursor!: string;
}

@ObjectType('StatisticsPageInfo', { description: 'Where a page ends.', simpleResolvers: true })
export class StatisticsPageInfoType {
  @Field(() => Boolean, { description: 'True where more rows follow.' })
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Of the last row; null on an empty page.' })
  endCursor!: string | null;
}

@ObjectType('StatisticsConnection', {
  description:
    'A page of rows, by time, then by views, most first (GraphQL Cursor Connections Specification). By time alone every part of the time has a row.',
})
export class StatisticsConnectionType {
  @Field(() => [StatisticsEdgeType], { description: 'The rows with their cursors.' })
  edges!: readonly StatisticsEdgeType[];

  @Field(() => [StatisticsRowType], { description: 'The rows alone.' })
  nodes!: readonly StatisticsRowType[];

  @Field(() => Int, { description: 'Rows of all pages.' })
  totalCount!: number;

  @Field(() => StatisticsPageInfoType, { description: 'Where the page ends.' })
  pageInfo!: StatisticsPageInfoType;

  @Field(() => FiguresType, { description: 'All rows of all pages, summed up.' })
  totals!: FiguresType;

  @Field(() => Float, {
    description:
      'Seconds for which the event that is longest due has waited for its verdict; 0: all that is due is judged. Events without a verdict are counted in `views` and `clicks` at once.',
  })
  behindSeconds!: number;
}
