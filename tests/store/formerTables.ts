import { FIRST_VERSION, migrations } from '../../resolvers/store/postgres/migrations/migrations.ts'

/** The version of this code. */
export const latestVersion = FIRST_VERSION + migrations.length - 1

/** Returns the statements that create the tables in the present schema as a version before 8 did. */
export function formerTables(version: number): string {
  const steps = migrations.slice(0, version - FIRST_VERSION + 1).map(({ steps: [step] }) => step)
  return [
    'create table versions (number integer primary key, applied_at timestamptz not null)',
    ...steps.map(
      (step, index) =>
        `${typeof step === 'string' ? step : ''}; insert into versions values (${FIRST_VERSION + index}, now())`,
    ),
  ].join(';')
}
