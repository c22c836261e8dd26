import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { resumeDeletions } from './undoDeletion.ts'

/** Offers Undo for posts whose deletion a reload has cut off, or announces that they were not deleted. */
export function ResumedDeletions() {
  const client = useApolloClient()
  useEffect(() => void resumeDeletions(client).catch(reportError), [client])
  return null
}
