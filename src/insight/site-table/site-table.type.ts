import { ArgsType, Field } from 'type-graphql';
import { type SiteStatus, siteStatus } from '../../supply/sites/site.resource';
import { SiteType } from '../../supply/sites/site.type';
import { createEnum } from '../../platform/graphql/enum';
import { figureMeanings } from '../tables/figure-orders';
import { TableArgs } from '../tables/table.input';
import { tableOf } from '../../platform/lists/table-of.type';
import { type SiteOrder, siteOrders } from './site-order';

const SiteOrderEnum = createEnum({
  name: 'SiteOrder',
  description: 'A column that a table of sites is put in order by.',
  values: siteOrders,
  meanings: {
    created: 'When it was created.',
    name: 'Its name; numbers in names count as numbers.',
    status: 'Its status, by the word.',
    views: figureMeanings.views,
    clicks: figureMeanings.clicks,
    revenue: figureMeanings.revenue,
    click_rate: figureMeanings.click_rate,
    rpm: figureMeanings.rpm,
  },
});

@ArgsType()
export class SiteTableArgs extends TableArgs {
  @Field(() => [siteStatus.type], { nullable: true, description: 'Only those in one of them.' })
  statuses?: readonly SiteStatus[] | null;

  @Field(() => SiteOrderEnum, { nullable: true, description: 'Default: `created`.' })
  orderBy?: SiteOrder | null;
}

export const SiteTableType = tableOf('Site', 'sites', () => SiteType);
