import { findRateAt, listComingRates } from '../../money/rates/rate.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { describeRate, readTimeOption, toRateJson } from './rate-text';
import { withServices } from '../services';

export const rateShow = defineCommand({
  name: 'rate show',
  summary: 'Shows what a coin is worth in an hour, and the rates to come.',
  details: 'Events of an hour without a fresh rate wait until one is set.',
  options: {
    at: { value: '<time>', description: 'a time within the hour; default: now' },
    uri: uriOption,
  },
  async run({ at, uri }, ctx) {
    const time = readTimeOption('--at', at);
    return withServices({ uri }, ctx, async (services) => {
      const rate = await findRateAt(services, time);
      const coming = await listComingRates(services);
      const lines = [
        rate ? describeRate(rate) : 'no fresh rate: events wait until one is set',
        ...coming.map((one) => `to come: ${describeRate(one)}`),
      ];
      return {
        text: lines.join('\n'),
        json: { rate: rate && toRateJson(rate), coming: coming.map(toRateJson) },
      };
    });
  },
});
