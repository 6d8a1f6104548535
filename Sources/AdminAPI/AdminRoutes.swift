/// The table of the admin API.
enum AdminRoutes {
    /// If two routes match a path, the earlier one is used.
    static let all: [any AdminEndpoint.Type] = [
        GetRoot.self,
        RedirectToRoot.self,

        ListMappings.self,
        AddMapping.self,
        RemoveAllMappings.self,
        ListUnmatchedMappings.self,
        RemoveUnmatchedMappings.self,
        GetMapping.self,
        EditMapping.self,
        RemoveMapping.self,
        AddMappingOldForm.self,
        EditMappingByBody.self,
        RemoveMappingByBody.self,
        SaveMappings.self,
        ResetMappings.self,
        ImportMappings.self,
        FindMappingsByMetadata.self,
        RemoveMappingsByMetadata.self,

        ListFiles.self,
        GetFile.self,
        PutFile.self,
        RemoveFile.self,

        ListScenarios.self,
        ResetScenarios.self,
        SetScenarioState.self,

        ListRequests.self,
        ResetRequests.self,
        ResetRequestsOldForm.self,
        CountRequests.self,
        FindRequests.self,
        AwaitRequests.self,
        RemoveRequests.self,
        RemoveRequestsByMetadata.self,
        ListUnmatchedRequests.self,
        ListUnmatchedNearMisses.self,
        GetRequestsAsHAR.self,
        VerifyRequestOrder.self,
        GetRequest.self,
        RemoveRequest.self,

        ListGates.self,
        WaitForGate.self,
        ReleaseGate.self,
        CloseGate.self,
        GetClock.self,
        SetClock.self,
        AdvanceClock.self,

        FindNearMissesForRequest.self,
        FindNearMissesForPattern.self,

        StartRecording.self,
        StopRecording.self,
        SnapshotRecording.self,
        GetRecordingStatus.self,
        GetRecorderPage.self,

        AddSession.self,
        ListSessions.self,
        GetSession.self,
        RemoveSession.self,

        AddExploration.self,
        GetExploration.self,
        RemoveExploration.self,
        StartExplorationRun.self,
        FinishExplorationRun.self,

        GetSettings.self,
        PutSettings.self,
        PostSettings.self,
        PatchExtendedSettings.self,

        GetNetwork.self,
        PutNetwork.self,
        RemoveNetwork.self,

        GetObjects.self,
        ResetObjects.self,
        SaveObjects.self,

        Reset.self,
        ShutDown.self,
        GetHealth.self,
        GetVersion.self,
        GetDocs.self,
        GetOpenAPI.self,
        GetSchema.self,
        GetDocsPage.self,
    ]
}
