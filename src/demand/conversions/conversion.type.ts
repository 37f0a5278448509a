import { Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/lists/connection.type';
import {
  changesInputOf,
  creationInputOf,
  objectTypeOf,
} from '../../platform/resources/resource-types';
import { type ClickConversionMode, clickConversionMode } from './click-conversion-mode';
import { problemsOfTerms } from './conversion-rules';
import { conversionResource } from './conversion.resource';

@ObjectType('ClickConversion', {
  description: 'How clicks of a campaign come to count.',
  simpleResolvers: true,
})
export class ClickConversionType {
  @Field(() => ID, { description: 'Campaign of the clicks.' })
  campaignId!: string;

  @Field(() => clickConversionMode.type, { description: 'How they come to count.' })
  mode!: ClickConversionMode;

  @Field(() => String, {
    nullable: true,
    description:
      'URL that the landing page loads to confirm a click; null where clicks count at once.',
  })
  link!: string | null;
}

export const ConversionObjectType = objectTypeOf(conversionResource);

export const CreateConversionInput = creationInputOf(conversionResource, {
  says: 'A conversion to define.',
  rules: problemsOfTerms,
});

/** The service checks the changed conversion as a whole. */
export const UpdateConversionInput = changesInputOf(conversionResource, {
  says: 'Changes of a conversion. An absent member stays as it is.',
});

export const ConversionConnectionType = connectionOf(
  'Conversion',
  'conversions',
  () => ConversionObjectType,
);
