import { Arg, Authorized, Ctx, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { listJobs, requestJobRun } from './job.service';
import { JobType } from './job.type';
import type { JobContext } from './job.context';

@Resolver(() => JobType)
export class JobResolver {
  @Authorized('operator')
  @Extensions({ listSize: 20 })
  @Query(() => [JobType], {
    description: 'All jobs, with their last and next runs.',
  })
  jobs(@Ctx() ctx: JobContext) {
    return listJobs(ctx);
  }

  @Authorized('operator')
  @Mutation(() => JobType, {
    description:
      'Makes a job due at once: gateways run it within some seconds, and what runs at the moment again when it has ended. Errors: VALIDATION_FAILED for a job that every gateway runs for itself.',
  })
  runJob(
    @Ctx() ctx: JobContext,
    @Arg('name', () => ID, { description: 'Of the job.' }) name: string,
  ) {
    return requestJobRun(ctx, name);
  }
}
