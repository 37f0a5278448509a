import { Field, InputType, Int } from 'type-graphql';
import { listOf, member, objectOf, oneOf } from '../../input-members';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { type ParsedInput, parserOf } from '../../validation';
import {
  type CreativeReportReason,
  creativeReportReasons,
  type ReportFinding,
  reportFindings,
} from './creative-report';
import { CreativeReportReasonEnum, ReportFindingEnum } from './creative-report.type';

const seen = objectOf({
  reason: oneOf(creativeReportReasons),
  count: member(
    (value) =>
      typeof value === 'number' && value >= 1 ? { value } : 'must be a count of 1 or more',
    { type: 'integer', minimum: 1 },
  ),
});

const parseClosing = parserOf({
  seen: listOf(seen, { most: creativeReportReasons.length }),
  finding: oneOf(reportFindings),
});

/** The reports that an operator closes. */
export type ReportsToClose = ParsedInput<typeof parseClosing>;

@InputType({ description: 'Reports of one reason that an operator has looked at.' })
export class SeenCreativeReportsInput {
  @Field(() => CreativeReportReasonEnum, { description: 'Their reason.' })
  reason!: CreativeReportReason;

  @Field(() => Int, {
    description: 'Their `count` as it was shown, at least 1: reports that came later stay open.',
  })
  count!: number;
}

@ParsedBy(parseClosing)
@InputType({ description: 'The reports to close, and how.' })
export class CloseCreativeReportsInput {
  @Field(() => [SeenCreativeReportsInput], {
    description: 'The reports that were looked at, one entry a reason, 1 to 6.',
  })
  seen!: readonly SeenCreativeReportsInput[];

  @Field(() => ReportFindingEnum, { description: 'The finding of the operator.' })
  finding!: ReportFinding;
}
