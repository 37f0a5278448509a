import { Field, ObjectType } from 'type-graphql';
import type { SecondFactorSetUp } from './second-factor';

@ObjectType('SecondFactorSetUp', {
  description: 'The secret of a second factor that is not confirmed yet. Shown this once.',
  simpleResolvers: true,
})
export class SecondFactorSetUpType implements SecondFactorSetUp {
  @Field(() => String, {
    description: 'Base32, 32 characters, for who types it into an authenticator app.',
  })
  secret!: string;

  @Field(() => String, { description: '`otpauth://totp/…`, for a QR code.' })
  uri!: string;
}
