import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { progressId } from './TaskProgress.tsx'
import { useDataTask } from './useDataTask.ts'

/** Begins a task; does nothing while one is under way, and says so. */
export function TaskButton({ onClick, ...props }: ComponentProps<typeof Button>) {
  const isRunning = useDataTask().is === 'running'
  return (
    <Button
      {...props}
      aria-disabled={isRunning || undefined}
      aria-describedby={isRunning ? progressId : undefined}
      onClick={isRunning ? (event) => event.preventDefault() : onClick}
    />
  )
}
