import { useSyncExternalStore } from 'react'
import { currentTask, subscribeToTask, type TaskState } from './dataTask.ts'

export function useDataTask(): TaskState {
  return useSyncExternalStore(subscribeToTask, currentTask)
}
