import { formatAmount } from '../../amount';
import { oddShapes } from '../../insight/suspects/odd-shapes';
import {
  latelyOver,
  listSuspiciousHours,
  type SuspiciousHour,
} from '../../insight/suspects/suspicious-hours.service';
import {
  type HeldHour,
  holdHour,
  listHeldHours,
  releaseHour,
} from '../../money/held-hours/held-hour.service';
import { type Command, CommandError } from '../command';
import { assertOver, hourOptions, readHour } from '../event/hour-range';
import { printList } from '../list-text';
import { readIdOf, reasonOption } from '../option-text';
import { serviceCommand } from '../service-command';

const siteHour = [
  { name: 'site', description: 'id of the site', read: readIdOf('a site') },
  { name: 'hour', description: 'start of the clock hour', read: readHour },
] as const;

const { from, to } = hourOptions;

export const trafficCommands: readonly Command[] = [
  serviceCommand({
    name: 'traffic suspects',
    summary: 'Lists hours of sites whose traffic has an odd shape.',
    details: `Beside the 7 days before, by the figures of docs/verification.md. Nothing is refused or held by it. Shapes: ${Object.entries(
      oddShapes,
    )
      .map(([name, { description }]) => `${name} (${description})`)
      .join(', ')}.`,
    options: {
      from: {
        ...from,
        isRequired: false,
        description: `${from.description}; default: 48 hours ago`,
      },
      to: { ...to, isRequired: false, description: `${to.description}; default: now` },
    },
    check({ from: first, to: end }, ctx) {
      if ((first === null) !== (end === null))
        throw new CommandError('give both --from and --to, or none', 2);
      if (first !== null && end !== null) assertOver({ from: first, to: end }, ctx);
    },
    work: (services, { from: first, to: end }) =>
      listSuspiciousHours(
        services,
        first !== null && end !== null ? { from: first, to: end } : latelyOver(services.now()),
      ),
    print: (hours) =>
      printList('hours', hours.map(toSuspectJson), (one) =>
        [
          `${one.hour.toISOString()}  ${one.siteId}  ${one.host}  ${one.shapes.join(', ')}:`,
          `${one.validViews} of ${one.views} views accepted, ${one.validClicks} clicks`,
          ...(one.isHeld ? ['(under review)'] : []),
        ].join(' '),
      ),
  }),
  serviceCommand({
    name: 'traffic list',
    summary: 'Lists hours of sites whose earnings are under review.',
    details: 'Held earnings are paid when the review ends, after 7 days at the latest.',
    options: {},
    work: (services) => listHeldHours(services),
    print: (hours) =>
      printList(
        'hours',
        hours.map(toHeldJson),
        (one) =>
          `${one.hour.toISOString()}  ${one.siteId}  ${one.amount} until ${one.until.toISOString()}: ${one.reason}`,
      ),
  }),
  serviceCommand({
    name: 'traffic hold',
    summary: 'Keeps what a site has earned by an hour from being paid, for 7 days at most.',
    details:
      'Verdicts and charges stay. The publisher is told that it is under review, why, and until when. Change the settings, and take back what differs by `events verify --apply`; then release it. An hour is held once.',
    arguments: siteHour,
    options: { reason: reasonOption },
    work: (services, { site: siteId, hour, reason }) =>
      holdHour(services, { siteId, hour, reason }),
    print: (held) => ({
      text: `${formatAmount(held.amount)} coins wait until ${held.until.toISOString()} at the latest`,
      json: toHeldJson(held),
    }),
  }),
  serviceCommand({
    name: 'traffic release',
    summary: 'Ends the review of a site’s hour: what it has earned is paid.',
    details: 'With the next payment of the account.',
    arguments: siteHour,
    options: {},
    work: (services, { site: siteId, hour }) => releaseHour(services, { siteId, hour }),
    print: (held) => ({
      text: `${formatAmount(held.amount)} coins are paid as any others`,
      json: toHeldJson(held),
    }),
  }),
];

function toSuspectJson({ mostInQuarter: _quarter, ...hour }: SuspiciousHour) {
  return hour;
}

/** As `--json` prints it: coins. */
const toHeldJson = ({ amount, ...held }: HeldHour) => ({ ...held, amount: formatAmount(amount) });
