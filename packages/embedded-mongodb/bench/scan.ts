import { parseArgs } from 'node:util';
import type { mongo } from 'mongoose';
import { measure, report } from './support/cost';
import { anEvent } from './support/event';
import { withServer } from './support/server';

/** The cost of questions that no index answers, and of making an index, over many documents. */
const { values: options } = parseArgs({
  options: { documents: { type: 'string', default: '1000000' } },
});
const documents = Number(options.documents);
const batchSize = 5000;

const questions: Readonly<Record<string, (events: mongo.Collection) => Promise<unknown>>> = {
  'find without an index': (events) => events.findOne({ country: 'xx' }),
  'find of two members of all': (events) =>
    events.find({}, { projection: { at: 1, cost: 1 } }).toArray(),
  'sum by $group': (events) =>
    events.aggregate([{ $group: { _id: '$n', sum: { $sum: '$cost' } } }]).toArray(),
  'sum by $group of a day': (events) => {
    const day = { $dateToString: { date: '$at', format: '%Y-%m-%d' } };
    return events.aggregate([{ $group: { _id: day, sum: { $sum: '$cost' } } }]).toArray();
  },
  'update of every document': (events) => events.updateMany({}, { $inc: { n: 1 } }),
  'index on scattered values': (events) => events.createIndexes([{ key: { score: 1 } }]),
  'find by that index': (events) => events.find({ score: { $lt: 1e-5 } }).toArray(),
};

void withServer(async ({ db, pid }) => {
  const events = db.collection('events');
  const cost = await measure(pid, 1, async () => {
    for (let from = 0; from < documents; from += batchSize) {
      const batch = Array.from({ length: batchSize }, (_, i) => ({
        ...anEvent(),
        score: Math.random(),
        n: (from + i) % 100,
      }));
      await events.insertMany(batch);
    }
  });
  report(`insert of ${documents} documents: ${(cost.cpu / 1e6).toFixed(1)} s of CPU`);
  for (const [name, ask] of Object.entries(questions)) {
    const { cpu, wall } = await measure(pid, 1, async () => {
      await ask(events);
    });
    report(`${name}: ${(cpu / 1e6).toFixed(2)} s of CPU, ${(wall / 1e6).toFixed(2)} s`);
  }
});
