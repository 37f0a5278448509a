import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { mostMembers } from './changed-members';
import {
  type AuditCredential,
  auditCredentials,
  type AuditLogPage,
  type AuditOutcome,
  auditOutcomes,
  type ChangedMember,
  type ToldAuditEntry,
} from './audit-entry';

const AuditOutcomeEnum = createEnum({
  name: 'AuditOutcome',
  description: 'How a change has ended.',
  values: auditOutcomes,
  meanings: {
    begun: 'It is under way, or its process was ended in the middle.',
    done: 'It was made.',
    failed: 'It was refused, or has failed.',
  },
});

const AuditCredentialEnum = createEnum({
  name: 'AuditCredential',
  description: 'The kind of credential that came with a change.',
  values: auditCredentials,
  meanings: {
    apiToken: 'An API token.',
    browser: 'The session of a browser.',
    accessToken: 'An access token.',
    command: 'The operator’s command line.',
    none: 'Nothing yet, as a log-in, or a link.',
  },
});

@ObjectType('ChangedMember', {
  description: 'A member that a change named.',
  simpleResolvers: true,
})
class ChangedMemberType implements ChangedMember {
  @Field(() => String, { description: 'As the schema spells it.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Null where it may be a secret, is longer than 200 characters, or is an object.',
  })
  value!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its value before the change; null where none is known, and as for `value`.',
  })
  before!: string | null;
}

@ObjectType('AuditEntry', {
  description: 'A change: actor, time, address, members and outcome.',
  simpleResolvers: true,
})
export class AuditEntryType implements ToldAuditEntry {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'When it began.' })
  at!: Date;

  @Field(() => String, {
    description: 'The mutation (`updateCampaign`) or the command (`site approve`).',
  })
  operation!: string;

  @Field(() => AuditOutcomeEnum, { description: 'How it has ended.' })
  outcome!: AuditOutcome;

  @Field(() => String, { nullable: true, description: 'Code of the error of what has failed.' })
  errorCode!: string | null;

  @Extensions({ listSize: mostMembers })
  @Field(() => [ChangedMemberType], {
    description: `The members that the change named, at most ${mostMembers}; passwords, tokens and free text have no value here.`,
  })
  members!: readonly ChangedMember[];

  @Field(() => String, {
    nullable: true,
    description: 'Kind of what was changed, a type of this schema: `Campaign`.',
  })
  objectKind!: string | null;

  @Field(() => ID, { nullable: true, description: 'Of what was changed.' })
  objectId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name that it had when it was changed; email of an account, for operators.',
  })
  objectName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Email of `accountId`; for others than operators null unless it is the viewer’s.',
  })
  actorEmail!: string | null;

  @Field(() => String, { nullable: true, description: 'Email of `actingForId`, as `actorEmail`.' })
  actingForEmail!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Account that asked for the change; null for a command, and for a failed log-in with an unknown email.',
  })
  accountId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The account in whose place an operator acted; null: in nobody’s.',
  })
  actingForId!: string | null;

  @Field(() => AuditCredentialEnum, { description: 'Credential that came with the change.' })
  credential!: AuditCredential;

  @Field(() => ID, { nullable: true, description: 'Of an access token: its `jti`.' })
  tokenId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Of an access token: its OAuth client.' })
  clientId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Of a command: who ran it, by his name on that machine.',
  })
  systemUser!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where it came from, shortened: 24 bits of an IPv4 address, 48 of IPv6.',
  })
  network!: string | null;

  @Field(() => Boolean, { description: 'True where this request comes from that network, too.' })
  isReadersNetwork!: boolean;
}

@ObjectType('AuditLogPageInfo', {
  description: 'Where a page of the audit log ends.',
  simpleResolvers: true,
})
class AuditLogPageInfoType {
  @Field(() => Boolean, { description: 'True where older entries follow.' })
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true, description: 'As `after` it goes on behind this page.' })
  endCursor!: string | null;
}

@ObjectType('AuditLogConnection', {
  description: 'A page of the audit log, newest first.',
  simpleResolvers: true,
})
export class AuditLogPageType {
  @Field(() => [AuditEntryType], { description: 'The entries.' })
  nodes!: readonly ToldAuditEntry[];

  @Field(() => AuditLogPageInfoType, { description: 'Where the page ends.' })
  pageInfo!: AuditLogPage['pageInfo'];
}
