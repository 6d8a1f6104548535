// The room UnderstudyService.
