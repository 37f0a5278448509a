import '@mantine/core/styles/Timeline.css';
import { Timeline } from '@mantine/core';
import { When } from '../parts/when';

/** A stage on the way of money. */
export interface Stage {
  readonly title: string;
  /** When it was reached; null: it was not, or that is not known. */
  readonly at: string | null;
  /** True where it was reached. Default: there is a time. */
  readonly isReached?: boolean;
  /** The thing that it waits for, while it is the next one, or why it was reached. */
  readonly text?: string | null;
}

const isReached = ({ at, isReached: is = at !== null }: Stage): boolean => is;

/** The way of money: how far it has come, and what its next stage waits for. */
export function Stages({
  stages,
  label,
}: {
  readonly stages: readonly Stage[];
  readonly label: string;
}) {
  const next = stages.findIndex((stage) => !isReached(stage));
  const reached = next === -1 ? stages.length : next;
  return (
    <Timeline
      className="stages"
      aria-label={label}
      role="group"
      active={reached - 1}
      bulletSize={14}
      lineWidth={2}
    >
      {stages.map((stage, at) => (
        <Timeline.Item
          key={stage.title}
          title={stage.title}
          aria-current={at === reached ? 'step' : undefined}
        >
          {stage.at === null ? null : (
            <div className="soft small">
              <When at={stage.at} />
            </div>
          )}
          {at <= reached && stage.text != null ? <div className="small">{stage.text}</div> : null}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
