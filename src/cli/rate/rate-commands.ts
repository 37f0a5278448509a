import { type Amount, formatAmount, parseAmount } from '../../amount';
import {
  findRateAt,
  type FreshRate,
  listComingRates,
  setRate,
} from '../../money/rates/rate.service';
import { type Command, CommandError } from '../command';
import { readHour } from '../event/hour-range';
import { readTime } from '../option-text';
import { serviceCommand } from '../service-command';

export const rateCommands: readonly Command[] = [
  serviceCommand({
    name: 'rate set',
    summary: 'Sets what a coin is worth.',
    details:
      'It holds from the next clock hour on; at once, and for the hours that waited, while there is no fresh rate.',
    arguments: [{ name: 'usd', description: 'USD per coin such as 0.02', read: readRate }],
    options: {
      from: {
        value: '<time>',
        description: 'start of a clock hour to come; default: the next one',
        read: readHour,
      },
      force: { description: 'set it although it is over ten times off the last one' },
    },
    work: (services, { usd, from, force }) =>
      setRate(services, { rate: usd, from, isForced: force }),
    print: (rate) => ({ text: describeRate(rate), json: toRateJson(rate) }),
  }),
  serviceCommand({
    name: 'rate show',
    summary: 'Shows what a coin is worth in an hour, and the rates to come.',
    details: 'Events of an hour without a fresh rate wait until one is set.',
    options: {
      at: { value: '<time>', description: 'a time within the hour; default: now', read: readTime },
    },
    work: async (services, { at }) => ({
      rate: await findRateAt(services, at),
      coming: await listComingRates(services),
    }),
    print: ({ rate, coming }) => ({
      text: [
        rate ? describeRate(rate) : 'no fresh rate: events wait until one is set',
        ...coming.map((one) => `to come: ${describeRate(one)}`),
      ].join('\n'),
      json: { rate: rate && toRateJson(rate), coming: coming.map(toRateJson) },
    }),
  }),
];

/** A rate as `--json` prints it: decimal text in USD per coin. */
function toRateJson({ rate, from, setAt, freshUntil, source }: FreshRate) {
  return { rate: formatAmount(rate), from, setAt, freshUntil, source };
}

function describeRate({ rate, from, setAt, freshUntil, source }: FreshRate): string {
  return `${formatAmount(rate)} USD per coin from ${from.toISOString()} (set ${setAt.toISOString()} by ${source}, fresh until ${freshUntil.toISOString()})`;
}

function readRate(text: string, name: string): Amount {
  const rate = parseAmount(text);
  if (rate === null || rate <= 0n)
    throw new CommandError(`${name} must be USD above 0 such as 0.02, with at most 11 decimals`, 2);
  return rate;
}
