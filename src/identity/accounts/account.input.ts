import { Field, InputType } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { member } from '../../input-members';
import type { JsonSchema } from '../../json-schema';
import { parserOf } from '../../validation';
import { emailMember, maxEmailLength } from './email';
import { isPagePath, pagePathPattern } from './page-path';
import {
  leastPasswordLength,
  maxPasswordLength,
  newPasswordSchema,
  problemOfPassword,
} from './password';

const maxTokenLength = 200;

const pageDescription =
  'Path of the page on this server that the mail’s link opens, e.g. `/panel/reset-password`: the token is appended to it. Default: the server’s own page.';
const newPasswordDescription = `${leastPasswordLength} to ${maxPasswordLength} characters; neither the account’s email nor one of the most used passwords.`;

/** Null: the server's own page. */
const page = member(
  (value) =>
    value === null || (typeof value === 'string' && isPagePath(value))
      ? { value }
      : 'must be a path on this server, such as /panel/reset-password',
  { type: ['string', 'null'], pattern: pagePathPattern },
).default(null);

const newPassword = textWithout((password) => problemOfPassword(password, null), newPasswordSchema);

export const parseRegistration = parserOf({
  email: emailMember,
  password: newPassword.nullable().default(null),
  page,
});
export const parseResetRequest = parserOf({ email: emailMember, page });
export const parseReset = parserOf({
  token: textWithout((token) => (token.length > maxTokenLength ? 'is too long' : null), {
    maxLength: maxTokenLength,
  }),
  newPassword,
});
export const parsePasswordChange = parserOf({
  oldPassword: textWithout((password) => (password === '' ? 'is required' : null), {
    minLength: 1,
  }),
  newPassword,
});

/** A text as it is, unless `problemOf` finds something wrong with it. */
function textWithout(problemOf: (text: string) => string | null, accepts: JsonSchema) {
  return member(
    (value) => (typeof value === 'string' ? (problemOf(value) ?? { value }) : 'must be a string'),
    { type: 'string', ...accepts },
  );
}

@ParsedBy(parseRegistration)
@InputType({ description: 'Somebody who wants an account.' })
export class RegisterAccountInput {
  @Field(() => String, { description: `At most ${maxEmailLength} characters, in any case.` })
  email!: string;

  @Field(() => String, {
    nullable: true,
    description: `${newPasswordDescription} Default: none, till it is set where the mail’s link leads to.`,
  })
  password?: string | null;

  @Field(() => String, { nullable: true, description: pageDescription })
  page?: string | null;
}

@ParsedBy(parseResetRequest)
@InputType({ description: 'Somebody who has forgotten the password.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'In any case.' })
  email!: string;

  @Field(() => String, { nullable: true, description: pageDescription })
  page?: string | null;
}

@ParsedBy(parseReset)
@InputType({ description: 'A new password for who has the link.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The end of the link.' })
  token!: string;

  @Field(() => String, { description: newPasswordDescription })
  newPassword!: string;
}

@ParsedBy(parsePasswordChange)
@InputType({ description: 'A new password for who has the old one.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The present password.' })
  oldPassword!: string;

  @Field(() => String, { description: newPasswordDescription })
  newPassword!: string;
}
