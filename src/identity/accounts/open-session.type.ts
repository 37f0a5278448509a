import { Field, ID, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import type { SessionKind } from '../access/viewer';
import type { OpenSession } from './open-session';

const SessionKindEnum = createEnum<SessionKind>({
  name: 'SessionKind',
  description: 'The proof that a session is opened with.',
  values: ['apiToken', 'browser'],
  meanings: { apiToken: 'The API token of a program.', browser: 'The cookie of a browser.' },
});

@ObjectType('OpenSession', {
  description: 'A session of the viewer’s account that has not ended.',
  simpleResolvers: true,
})
export class OpenSessionType implements OpenSession {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => SessionKindEnum, { description: 'How it was opened.' })
  kind!: SessionKind;

  @Field(() => DateTimeScalar, { description: 'When it was opened.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last used, to about an hour.' })
  lastUsedAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: '`User-Agent` of the log-in, at most 300 characters; null where none is known.',
  })
  userAgent!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where the log-in came from, shortened: 24 bits of an IPv4 address, 48 of IPv6.',
  })
  network!: string | null;

  @Field(() => Boolean, { description: 'True for the session of this request.' })
  isThis!: boolean;
}
