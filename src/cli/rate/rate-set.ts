import { parseAmount } from '../../amount';
import { setRate } from '../../money/rates/rate.service';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { describeRate, readTimeOption, toRateJson } from './rate-text';
import { withServices } from '../services';

export const rateSet = defineCommand({
  name: 'rate set',
  summary: 'Sets what a coin is worth.',
  details:
    'It holds from the next clock hour on; at once, and for the hours that waited, while there is no fresh rate.',
  arguments: [{ name: 'usd', description: 'USD per coin such as 0.02' }],
  options: {
    from: { value: '<time>', description: 'start of a clock hour to come; default: the next one' },
    force: { description: 'set it although it is over ten times off the last one' },
    uri: uriOption,
  },
  async run({ usd, from, force, uri }, ctx) {
    const rate = parseAmount(usd);
    if (rate === null)
      throw new CommandError('the rate must be USD such as 0.02, with at most 11 decimals', 2);
    const params = { rate, from: readTimeOption('--from', from), isForced: force };
    const set = await withServices({ uri }, ctx, (services) => setRate(services, params));
    return { text: describeRate(set), json: toRateJson(set) };
  },
});
