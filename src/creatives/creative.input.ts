import { Field, ID, InputType } from 'type-graphql';
import type { ErrorDetails } from '../errors';
import { isUuid } from '../id';
import { defineInputCheck, isRecord } from '../validation';
import { creativeStatuses } from './creative';
import { problemOfName } from './creative-name';

@InputType({ description: 'A creative to make of an upload.' })
export class CreateCreativeInput {
  @Field(() => ID, { description: 'Of one of the viewer’s uploads, which is used up by it.' })
  fileId!: string;

  @Field(() => String, { description: 'For the advertiser, 1 to 255 bytes.' })
  name!: string;
}

@InputType({ description: 'Changes of a creative; what is absent stays.' })
export class UpdateCreativeInput {
  @Field(() => String, { nullable: true, description: 'For the advertiser, 1 to 255 bytes.' })
  name?: string;

  @Field(() => String, {
    nullable: true,
    description: '`draft`, `inactive` or `active`; `rejected` only where it is that already.',
  })
  status?: string;
}

defineInputCheck('CreateCreativeInput', (value) => {
  const { fileId, name } = isRecord(value) ? value : {};
  return problems({
    fileId:
      fileId == null
        ? 'is required'
        : typeof fileId === 'string' && isUuid(fileId)
          ? null
          : 'must be the id of an upload',
    name: name == null ? 'is required' : problemOfName(name),
  });
});

defineInputCheck('UpdateCreativeInput', (value) => {
  const input = isRecord(value) ? value : {};
  const { name, status } = input;
  return problems({
    name: name === undefined ? null : name === null ? 'must not be null' : problemOfName(name),
    status:
      status === undefined || creativeStatuses.some((known) => known === status)
        ? null
        : `must be one of ${creativeStatuses.join(', ')}`,
  });
});

function problems(found: Readonly<Record<string, string | null>>): ErrorDetails | null {
  const details = Object.entries(found).flatMap(([member, problem]) =>
    problem === null ? [] : [[member, [problem]] as const],
  );
  return details.length === 0 ? null : Object.fromEntries(details);
}
