interface Tab {
  query: string
  variables?: string
}

/**
 * Returns the starter tabs, whose variables name a post and its author. Each shows one feature. GraphiQL opens stored
 * drafts instead if there are any.
 */
export function starterTabs(signedIn: boolean, sample?: { id: string; author: { id: string } }): Tab[] {
  const profile = { query: profileQuery, variables: JSON.stringify({ userId: sample?.author.id ?? '' }, null, 2) }
  const post = JSON.stringify({ postId: sample?.id ?? '' }, null, 2)
  return signedIn
    ? [{ query: homeQuery }, profile, { query: likeMutations, variables: post }, { query: changesSubscription }]
    : [{ query: postsQuery }, profile, { query: changesSubscription }]
}

const homeQuery = `# The latest posts of you
# and of the users you follow.
# Press Ctrl-Enter or Cmd-Enter to run it.

query Home {
  viewer {
    username
  }
  feed(first: 5, orderBy: LATEST) {
    edges {
      node {
        id
        author {
          username
        }
        content
        createdAt
        likeCount
        viewerHasLiked
        viewerHasBookmarked
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`

const postsQuery = `# The most liked posts.
# Press Ctrl-Enter or Cmd-Enter to run it.

query Posts {
  posts(first: 5, orderBy: TRENDING) {
    edges {
      node {
        id
        author {
          username
        }
        content
        createdAt
        likeCount
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`

const profileQuery = `# A user, their followers and their posts.
# Set $userId below, under Variables.

query Profile($userId: ID!) {
  user(id: $userId) {
    username
    firstName
    lastName
    bio
    postCount
    followerCount
    followingCount
    followers(first: 10) {
      edges {
        node {
          username
        }
      }
    }
    posts(first: 3) {
      edges {
        node {
          content
          likeCount
        }
      }
    }
  }
}
`

const likeMutations = `# Two mutations: the Execute button asks which one to run.
# With Home open in another tab, you see the heart change.
# Run Like twice to get an error.

mutation Like($postId: ID!) {
  likePost(input: { postId: $postId }) {
    post {
      likeCount
      viewerHasLiked
    }
  }
}

mutation Unlike($postId: ID!) {
  dislikePost(input: { postId: $postId }) {
    post {
      likeCount
      viewerHasLiked
    }
  }
}
`

const changesSubscription = `# Subscribes to changes of posts.
# Run it, then like a post in another tab.
# Its arguments choose posts, users or authors.

subscription Changes {
  changes {
    ... on PostChange {
      post {
        content
        likeCount
        author {
          username
        }
      }
    }
  }
}
`
