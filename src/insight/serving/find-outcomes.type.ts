import { Extensions, Field, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { type FindOutcome, outcomes } from '../../market/outcomes/outcome';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, CountScalar } from '../../platform/graphql/scalars';
import {
  type FeatureCount,
  type FindOutcomes,
  mostFeatures,
  type OutcomeCount,
} from './find-outcomes';

export const OutcomeEnum = createEnum({
  name: 'FindOutcome',
  description:
    'The end of a find for a creative: the first rule that removed it, or how the contest ended. Of a campaign and of a placement: the last one in this order that any creative came to.',
  values: outcomes,
  meanings: {
    medium: 'The site is of another medium or vendor.',
    size: 'The placement has another size.',
    type: 'The placement takes other types or MIME types.',
    flight: 'The campaign’s start is to come, or its end has passed.',
    schedule: 'The hour is none of the campaign’s schedule.',
    publisher:
      'The publisher’s filter or decision is in the way, or the site takes direct deals only.',
    own_site:
      'A campaign of the priority `sponsorship` or `house` is shown on sites of its own account alone.',
    targeting:
      'Page or visitor lack a feature that the campaign requires, or have one that it excludes.',
    unknown_visitor:
      'Nobody knows how often the visitor has seen what, and the campaign is shown to known visitors alone.',
    frequency: 'The visitor has seen the campaign as often as its caps allow.',
    creative_frequency: 'The visitor has seen the creative as often as its own caps allow.',
    competitor:
      'A campaign of the same category and another advertiser is on the page, and one of the two asks for no competitor beside it.',
    on_page:
      'The creative is in another placement of the page, and its campaign shows each creative once a page.',
    roadblock:
      'Another campaign had all placements of the page, or the campaign asks for all of them and could not have them.',
    floor: 'The bid is below the placement’s least price.',
    budget: 'The campaign’s budget of the hour was used, or its part for that minute.',
    unseen: 'Too many of the campaign’s offers to that network, visitor or site were not seen.',
    share_of_voice:
      'A sponsorship fitted, and the find was in another’s share of voice, or in nobody’s.',
    priority: 'A sponsorship was shown, or a house ad had to wait for others.',
    price: 'Another bid was higher.',
    lot: 'Another one of equal worth was drawn, or the visitor had seen this one lately.',
    rotation: 'Another creative of the same campaign was chosen, by the campaign’s rotation.',
    won: 'It was offered.',
  },
});

@ObjectType('FindOutcomeCount', {
  description: 'How many finds had an outcome.',
  simpleResolvers: true,
})
class OutcomeCountType implements OutcomeCount {
  @Field(() => OutcomeEnum, { description: 'The outcome.' })
  outcome!: FindOutcome;

  @Field(() => CountScalar, { description: 'Finds.' })
  count!: bigint;
}

@ObjectType('FindFeatureCount', {
  description: 'How many finds a part of a targeting has removed.',
  simpleResolvers: true,
})
class FeatureCountType implements FeatureCount {
  @Field(() => String, {
    description: 'As `requires user:country` or `excludes device:type`.',
  })
  feature!: string;

  @Field(() => CountScalar, { description: 'Finds; one find counts for each part in its way.' })
  count!: bigint;
}

@ObjectType('FindOutcomes', {
  description:
    'How finds ended for a campaign, a creative or a placement. Finds are looked at beside answering them: all where they are few, else some of them.',
  simpleResolvers: true,
})
export class FindOutcomesType implements FindOutcomes {
  @Field(() => CountScalar, { description: 'Finds that were looked at.' })
  finds!: bigint;

  @Extensions({ listSize: outcomes.length })
  @Field(() => [OutcomeCountType], { description: 'Those that came, in their order.' })
  counts!: readonly OutcomeCount[];

  @Extensions({ listSize: mostFeatures })
  @Field(() => [FeatureCountType], {
    description: `Parts of the targeting that removed most, at most ${mostFeatures}: of the days (UTC) that the hours are of.`,
  })
  features!: readonly FeatureCount[];

  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'USD for 1,000 views that have won what was lost to price: the middle, to a tenth, of these days; null: fewer than 10 finds.',
  })
  typicalWinningCpm!: Amount | null;
}
