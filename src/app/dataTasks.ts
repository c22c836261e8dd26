export type ScenarioName = 'empty' | 'seed' | 'busy' | 'veryLarge'
export type DataTask =
  | { kind: 'scenario'; scenario: ScenarioName; seed: number }
  | { kind: 'grow'; users: number; posts: number; seed: number }
  | { kind: 'export' }
  | { kind: 'import'; file: Blob }
export interface Progress { phase: 'clearing' | 'members' | 'posts' | 'follows' | 'bookmarks' | 'reading' | 'writing'; done: number; total: number }
export interface DataResult { counts: Record<'users' | 'posts' | 'reactions' | 'bookmarks' | 'follows' | 'files', number>; file?: Blob }
const pause = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms) })
export async function runDataTask(task: DataTask, { signal, onProgress }: { signal: AbortSignal; onProgress: (p: Progress) => void }): Promise<DataResult> {
  if (task.kind === 'import' && (await task.file.text()).includes('bad')) throw new Error('Line 12 is no JSON.')
  if (task.kind === 'grow' && task.users < 6) throw new Error('There are 6 members already.')
  const total = task.kind === 'grow' ? task.users + task.posts : 200
  for (let step = 0; step <= 100; step += 1) {
    await pause(task.kind === 'grow' ? 100 : 5)
    signal.throwIfAborted()
    onProgress({ phase: step < 10 ? 'members' : 'posts', done: Math.round(total * step / 100), total })
  }
  return { counts: { users: 6, posts: 6, reactions: 12, bookmarks: 3, follows: 9, files: 0 }, ...(task.kind === 'export' && { file: new Blob(['{}\n']) }) }
}
