import { Extensions, Field, ObjectType, registerEnumType } from 'type-graphql';
import { type MailedKind, mailedKinds } from './mailed-kinds';

const meanings: Readonly<Record<MailedKind, string>> = {
  'campaign.budget_used': 'A budget of a campaign is used up: of a clock hour, a day or in all.',
  'campaign.ended': 'An active campaign came to its end.',
  'campaign.suspended': 'A campaign was suspended, for lack of funds.',
  'creative.rejected': 'A creative was rejected.',
  'figures.month': 'A calendar month (UTC) is over: the figures of the account.',
  'figures.week': 'A week (UTC, from Monday on) is over: the figures of the account.',
  'payment.sent': 'A payment to the account was sent to the ledger.',
  'webhook.disabled': 'A webhook was disabled because it took nothing.',
};

const nameOf = (kind: MailedKind) => kind.replace('.', '_');

export const MailedKindEnum: Readonly<Record<string, MailedKind>> = Object.fromEntries(
  mailedKinds.map((kind) => [nameOf(kind), kind]),
);

registerEnumType(MailedKindEnum, {
  name: 'MailedKind',
  description: 'A kind of notice that accounts get by mail: at most one mail an hour of each kind.',
  valuesConfig: Object.fromEntries(
    mailedKinds.map((kind) => [nameOf(kind), { description: meanings[kind] }]),
  ),
});

@ObjectType('NotificationPreferences', { description: 'How an account is told of what happens.' })
export class NotificationPreferencesType {
  @Extensions({ listSize: mailedKinds.length })
  @Field(() => [MailedKindEnum], {
    description: 'Kinds of notices that the account gets by mail; default: all.',
  })
  mailedKinds!: readonly MailedKind[];
}
