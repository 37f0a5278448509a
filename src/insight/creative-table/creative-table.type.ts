import { ArgsType, Field } from 'type-graphql';
import { type CreativeStatus, creativeStatus } from '../../demand/creatives/creative.resource';
import { CreativeObjectType } from '../../demand/creatives/creative.type';
import { createEnum } from '../../platform/graphql/enum';
import { figureMeanings } from '../tables/figure-orders';
import { TableArgs } from '../tables/table.input';
import { tableOf } from '../../platform/lists/table-of.type';
import { type CreativeOrder, creativeOrders } from './creative-order';

const CreativeOrderEnum = createEnum({
  name: 'CreativeOrder',
  description: 'A column that a table of creatives is put in order by.',
  values: creativeOrders,
  meanings: {
    created: 'When it was created.',
    name: 'Its name; numbers in names count as numbers.',
    size: 'Its size, as `scope` says it.',
    status: 'Its status, by the word.',
    views: figureMeanings.views,
    clicks: figureMeanings.clicks,
    cost: figureMeanings.cost,
    click_rate: figureMeanings.click_rate,
    cpm: figureMeanings.cpm,
  },
});

@ArgsType()
export class CreativeTableArgs extends TableArgs {
  @Field(() => [creativeStatus.type], { nullable: true, description: 'Only those in one of them.' })
  statuses?: readonly CreativeStatus[] | null;

  @Field(() => CreativeOrderEnum, { nullable: true, description: 'Default: `created`.' })
  orderBy?: CreativeOrder | null;
}

export const CreativeTableType = tableOf('Creative', 'creatives', () => CreativeObjectType);
