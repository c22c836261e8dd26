import type { OperationVariables } from '@apollo/client'
import { PersonRow, PersonRowSkeleton } from './PersonRow.tsx'
import type { PersonRow_UserFragment } from './PersonRow.generated.ts'
import { LongList } from '../../pagedList/LongList.tsx'
import type { Paging } from '../../pagedList/usePagedQuery.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

export function PeopleList<Data, Variables extends OperationVariables>({
  paging,
}: {
  paging: Paging<PersonRow_UserFragment, Data, Variables>
}) {
  const skeleton = (
    <>
      <span className="visually-hidden" role="status">
        Loading more people
      </span>
      <PersonRowSkeleton />
    </>
  )
  return (
    <LongList role="list" paging={paging} opensAtStart skeleton={skeleton}>
      {(user, position, setSize) => <PersonRow user={user} position={position} setSize={setSize} />}
    </LongList>
  )
}

export function PeopleListSkeleton() {
  return (
    <Skeleton label="Loading people">
      {Array.from({ length: 6 }, (_, index) => (
        <PersonRowSkeleton key={index} />
      ))}
    </Skeleton>
  )
}
