import { Arg, Authorized, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import type { WithViewer } from '../../identity/access/viewer';
import { accountOfSide } from '../statistics/questions/statistics-page.service';
import type { ForecastParams } from './forecast';
import type { ForecastContext } from './forecast.context';
import { ForecastInput } from './forecast.input';
import { makeForecast } from './forecast.service';
import { ForecastType } from './forecast.type';

@Resolver(() => ForecastType)
export class ForecastResolver {
  @Authorized('campaign.read')
  // A tenth of a second of work: one in an operation.
  @Extensions({ cost: 8_000 })
  @Query(() => ForecastType, {
    description:
      'Says how a campaign of these terms would have done in the last 7 days. Errors: FORBIDDEN without the role `advertiser`, NOT_FOUND for a campaign of somebody else, TOO_MANY_REQUESTS after 30 in a minute.',
  })
  forecast(
    @Ctx() ctx: ForecastContext & WithViewer,
    @Arg('input', () => ForecastInput, { description: 'The terms.' }) params: ForecastParams,
  ) {
    const { account } = requireViewer(ctx);
    accountOfSide(account, 'advertiser');
    return makeForecast(ctx, { accountId: account.id, params });
  }
}
