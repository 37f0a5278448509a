import { Field, InputType } from 'type-graphql';
import { defineInputCheck, type InputCheck, isRecord } from '../validation';
import { isEmail, maxEmailLength } from './email';
import { isPagePath } from './page-path';
import { maxPasswordLength, problemOfPassword } from './password';

const maxTokenLength = 200;

const pageDescription =
  'Path of the page on this server that the mail’s link opens, e.g. `/panel/reset-password`: the token is appended to it. Default: the server’s own page.';
const newPasswordDescription = `8 to ${maxPasswordLength} characters.`;

@InputType({ description: 'Somebody who wants an account.' })
export class RegisterAccountInput {
  @Field(() => String, { description: `At most ${maxEmailLength} characters, in any case.` })
  email!: string;

  @Field(() => String, { description: newPasswordDescription })
  password!: string;

  @Field(() => String, { nullable: true, description: pageDescription })
  page?: string | null;
}

@InputType({ description: 'Somebody who has forgotten the password.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'In any case.' })
  email!: string;

  @Field(() => String, { nullable: true, description: pageDescription })
  page?: string | null;
}

@InputType({ description: 'A new password for who has the link.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The end of the link.' })
  token!: string;

  @Field(() => String, { description: newPasswordDescription })
  newPassword!: string;
}

@InputType({ description: 'A new password for who has the old one.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The one that is valid now.' })
  oldPassword!: string;

  @Field(() => String, { description: newPasswordDescription })
  newPassword!: string;
}

type Rule = (value: unknown) => string | null;

const asText =
  (problemOf: (text: string) => string | null): Rule =>
  (value) => {
    if (value == null) return 'is required';
    return typeof value === 'string' ? problemOf(value) : 'must be a string';
  };
const email = asText((text) => (isEmail(text.trim()) ? null : 'must be an email address'));
const newPassword = asText(problemOfPassword);
const oldPassword = asText((text) => (text === '' ? 'is required' : null));
const token = asText((text) => (text.length > maxTokenLength ? 'is too long' : null));
const page: Rule = (value) =>
  value == null || (typeof value === 'string' && isPagePath(value))
    ? null
    : 'must be a path on this server, such as /panel/reset-password';

defineInputCheck('RegisterAccountInput', checkOf({ email, password: newPassword, page }));
defineInputCheck('RequestPasswordResetInput', checkOf({ email, page }));
defineInputCheck('ResetPasswordInput', checkOf({ token, newPassword }));
defineInputCheck('ChangePasswordInput', checkOf({ oldPassword, newPassword }));

/** Asks every field's rule. */
function checkOf(rules: Readonly<Record<string, Rule>>): InputCheck {
  return (value) => {
    if (!isRecord(value)) return { '': ['must be an object'] };
    const problems = Object.entries(rules).flatMap(([name, rule]) => {
      const problem = rule(value[name]);
      return problem === null ? [] : [[name, [problem]] as const];
    });
    return problems.length === 0 ? null : Object.fromEntries(problems);
  };
}
