import { ArgsType, Field, ID } from 'type-graphql';

/** Arguments of what records a conversion. */
@ArgsType()
export class RecordConversionArgs {
  @Field(() => ID, {
    description: 'Of the conversion, or of the campaign whose click is confirmed: 32 hex digits.',
  })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The case as the landing page was told it (`cid`), 32 hex digits, dashed or not. Without it the recent cases of the visitor, who is known by cookie, share the conversion.',
  })
  caseId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Decimal USD, where the conversion’s value can change.',
  })
  value?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Base64url of at most 192 bytes, another one for each request within 300 seconds.',
  })
  nonce?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Unix seconds, of the last 300.',
  })
  timestamp?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Base64url, without padding, of the SHA-256 over id, the nonce’s bytes, timestamp, value, case and the campaign’s secret, one behind the other; what is absent is empty.',
  })
  signature?: string | null;
}
