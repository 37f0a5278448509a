import { Extensions, Field, Float, ObjectType } from 'type-graphql';
import type { Amount } from '../../../amount';
import type { EventKind } from '../../../market/events/event-token';
import type { RejectionReason } from '../../../money/verification/verdict';
import {
  EventKindEnum,
  RejectionReasonEnum,
} from '../../../money/verification/verified-event.type';
import { AmountScalar, CountScalar, DateTimeScalar } from '../../../platform/graphql/scalars';
import { keysOf, recordOf } from '../../../record';
import type { Cell } from '../roll-ups/cell';
import type { Completeness } from '../roll-ups/completeness';
import type { Side } from './dimensions';
import { isSeen, type Measure, type MeasureForm, type MeasureName, measures } from './measures';
import { rejections } from '../facts/rejection-key';

const scalars = { count: CountScalar, rate: Float, amount: AmountScalar } as const satisfies Record<
  MeasureForm,
  unknown
>;

@ObjectType('InvalidTraffic', {
  description: 'Views or clicks that were rejected for one reason.',
  simpleResolvers: true,
})
export class RejectedPartType {
  @Field(() => EventKindEnum, { description: 'Views or clicks.' })
  kind!: EventKind;

  @Field(() => RejectionReasonEnum, { description: 'Why they were rejected.' })
  reason!: RejectionReason;

  @Field(() => CountScalar, { description: 'How many.' })
  count!: bigint;

  @Field(() => Float, { description: 'Part of all views, or of all clicks.' })
  rate!: number;
}

@ObjectType('Figures', {
  description:
    'Sums of all that happened. Money is decimal text. Figures that the asking side may not see are null.',
  simpleResolvers: true,
})
export class FiguresType {
  @Extensions({ listSize: 30 })
  @Field(() => [RejectedPartType], {
    description: 'Why views and clicks were not accepted, most first.',
  })
  rejected!: readonly RejectedPartType[];

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Since when views and clicks may be too few, because more events wait for their verdicts than an answer counts (200,000); null: all are counted.',
  })
  incompleteSince!: Date | null;
}

// A measure is one line of its table: its field follows from it.
for (const name of keysOf<MeasureName>(measures)) {
  const { form, description, sides }: Measure = measures[name];
  const nullable = form !== 'count' || sides !== undefined;
  Field(() => scalars[form], { nullable, description, name })(FiguresType.prototype, name);
}

export type Figures = FiguresType & Readonly<Record<MeasureName, number | Amount | null>>;

/** Facts that hold for all cells of an answer. */
interface Answer extends Completeness {
  readonly side: Side;
}

/** Makes of a cell the figures that one side may see. */
export function toFigures(cell: Cell, answer: Answer): Figures {
  const values = recordOf(keysOf<MeasureName>(measures), (name) => {
    const measure: Measure = measures[name];
    if (!isSeen(measure, answer)) return null;
    const { form, of } = measure;
    const value = of(cell, answer.side);
    return form === 'count' && typeof value === 'number' ? BigInt(value) : value;
  });
  const { views, clicks } = cell.counts;
  const rejected = [...cell.rejected]
    .sort(([, one], [, other]) => other - one)
    .flatMap(([key, count]): readonly RejectedPartType[] => {
      const rejection = rejections.get(key);
      // A later version of the gateway may have stored a reason that this one does not know.
      if (!rejection) return [];
      const whole = rejection.kind === 'click' ? clicks : views;
      return [{ ...rejection, count: BigInt(count), rate: whole > 0 ? count / whole : 0 }];
    });
  return { ...values, rejected, incompleteSince: answer.incompleteSince };
}
