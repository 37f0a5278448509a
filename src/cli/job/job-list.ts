import { listJobs } from '../../platform/jobs/job.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { describeJob, toJobJson } from './job-text';
import { withServices } from '../services';

export const jobList = defineCommand({
  name: 'job list',
  summary: 'Lists the jobs: how their last runs went, who runs them, when they are due.',
  details:
    'A job may be divided into pieces, which gateways share. What each gateway does for itself has no state.',
  options: { uri: uriOption },
  async run({ uri }, ctx) {
    const jobs = await withServices({ uri }, ctx, listJobs);
    return { text: jobs.map(describeJob).join('\n'), json: { jobs: jobs.map(toJobJson) } };
  },
});
